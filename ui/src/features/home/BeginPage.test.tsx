import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { setStored } from '../../lib/storage'
import { renderApp, signInAs } from '../../testing/render-app'

const linkTo = async (name: string) =>
  (await screen.findByRole('link', { name })).getAttribute('href')

test('two choices', async () => {
  signInAs('u1')
  renderApp('/begin')
  expect(await linkTo('Open the library')).toBe('/library')
  expect(await linkTo('Open the threads')).toBe('/thread')
  expect(screen.queryByRole('link', { name: /last book/ })).toBeNull()
})

test('a member is greeted by first name and finds the last book again', async () => {
  signInAs('u1')
  setStored({ name: 'Mara Lindqvist', bid: 'b7' })
  renderApp('/begin')
  expect(await screen.findByRole('heading', { name: 'Good to see you, Mara' })).toBeTruthy()
  expect(await linkTo('Continue with your last book')).toBe('/book/contribute/post/hand/b7')
})
