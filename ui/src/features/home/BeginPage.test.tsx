import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { setStored } from '../../lib/storage'
import { renderApp, signInAs } from '../../testing/render-app'

const linkTo = (name: string) => screen.getByRole('link', { name }).getAttribute('href')

test('two choices', () => {
  signInAs('u1')
  renderApp('/begin')
  expect(linkTo('Open the library')).toBe('/library')
  expect(linkTo('Open the threads')).toBe('/thread')
  expect(screen.queryByRole('link', { name: /last book/ })).toBeNull()
})

test('a member is greeted by first name and finds the last book again', () => {
  signInAs('u1')
  setStored({ name: 'Mara Lindqvist', bid: 'b7' })
  renderApp('/begin')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Good to see you, Mara')
  expect(linkTo('Continue with your last book')).toBe('/book/contribute/post/hand/b7')
})
