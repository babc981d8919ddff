import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { remember } from '../../lib/storage'
import { signInAs, visit } from '../../testing/visit'

const linkTo = (name: string) => screen.getByRole('link', { name }).getAttribute('href')

test('two choices', () => {
  signInAs('u1')
  visit('/begin')
  expect(linkTo('Open the library')).toBe('/library')
  expect(linkTo('Open the threads')).toBe('/thread')
  expect(screen.queryByRole('link', { name: /last book/ })).toBeNull()
})

test('a member is greeted by first name and finds the last book again', () => {
  signInAs('u1')
  remember({ name: 'Mara Lindqvist', bid: 'b7' })
  visit('/begin')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Good to see you, Mara')
  expect(linkTo('Continue with your last book')).toBe('/book/contribute/post/hand/b7')
})
