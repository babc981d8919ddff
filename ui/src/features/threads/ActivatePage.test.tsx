import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { address, renderApp, signInAs } from '../../testing/render-app'
import { refusal, serve } from '../../testing/server'
import { post } from '../../testing/thread-fixtures'

const mine = (id: string, changes = {}) => post(id, { uid: 'u1', isActive: false, ...changes })

const cards = () => screen.findAllByRole('article', { name: 'Ink' })
const first = async () => within((await cards())[0] as HTMLElement)

const servePosts = (posts: () => unknown, handlers: Parameters<typeof serve>[0] = {}) =>
  serve({ '/api/usr/posts': () => [200, posts()], ...handlers })

test('a pending post shows its topic, its picture, its words and its age', async () => {
  signInAs('u1')
  servePosts(() => [mine('p1', { alt: 'A river' })])
  renderApp('/activate/posts')
  expect(screen.getByText('Loading…')).toBeTruthy()
  expect(
    await screen.findByText('Select the Publish button below the post to activate.'),
  ).toBeTruthy()
  const card = await first()
  expect(card.getByRole('link', { name: 'Ink' }).getAttribute('href')).toBe('/thread/ink')
  expect(card.getByRole('img', { name: 'A river' })).toBeTruthy()
  expect(card.getByText('Page p1', { selector: 'p' })).toBeTruthy()
  expect(card.getByText(/ago|just now|in |month|year/, { selector: 'time *' })).toBeTruthy()
  expect(card.getByRole('button', { name: /^Delete/ })).toBeTruthy()
})

test('a post is published and stays where it was, as published', async () => {
  signInAs('u1')
  let posts = [mine('p2'), mine('p1')]
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  servePosts(() => posts, {
    '/api/activate-post/p2': async () => {
      await held
      posts = [mine('p1')]
      return [200, { msg: 'Your post is public now.' }]
    },
  })
  const user = renderApp('/activate/posts')
  const card = await first()
  await user.click(card.getByRole('button', { name: 'Publish' }))
  expect(card.getByRole('button', { name: 'Publish' }).getAttribute('aria-busy')).toBe('true')
  answer()
  expect(await card.findByRole('button', { name: 'Published' })).toBeTruthy()
  expect(await screen.findByText('Your post is public now.')).toBeTruthy()
  expect(await cards()).toHaveLength(2)
  expect((await first()).getByRole('button', { name: 'Published' })).toBeTruthy()
  expect(screen.getAllByRole('button', { name: 'Publish' })).toHaveLength(1)
})

test('a post that cannot be published says so, and can be tried again', async () => {
  signInAs('u1')
  servePosts(() => [mine('p1')], {
    '/api/activate-post/p1': () => [500, refusal('internal', 'The disk is full.')],
  })
  const user = renderApp('/activate/posts')
  const card = await first()
  await user.click(card.getByRole('button', { name: 'Publish' }))
  expect(await card.findByText('Error activating post')).toBeTruthy()
  expect(card.getByText('The disk is full.')).toBeTruthy()
  expect(card.getByRole('button', { name: 'Publish' })).toHaveProperty('disabled', false)
})

test('the words to a post are changed', async () => {
  signInAs('u1')
  let posts = [mine('p1')]
  const { bodiesOf } = servePosts(() => posts, {
    '/api/posts/describe': ({ caption, alt }) => {
      posts = [mine('p1', { caption, alt })]
      return [200, posts[0]]
    },
  })
  const user = renderApp('/activate/posts')
  const card = await first()
  const save = card.getByRole('button', { name: 'Save' })
  expect(save).toHaveProperty('disabled', true)
  await user.type(card.getByLabelText('Transcription or description (optional)'), 'A river.')
  await user.click(save)
  expect(await card.findByText('Saved.')).toBeTruthy()
  expect(bodiesOf('/api/posts/describe')).toEqual([
    { id: 'p1', caption: 'Page p1', alt: 'A river.' },
  ])
  expect(await card.findByRole('img', { name: 'A river.' })).toBeTruthy()
})

test('words that the server refuses stay beside its own', async () => {
  signInAs('u1')
  servePosts(() => [mine('p1')], {
    '/api/posts/describe': () => [422, refusal('invalid', 'No.', { caption: 'No links, please.' })],
  })
  const user = renderApp('/activate/posts')
  const card = await first()
  const caption = card.getByLabelText('Caption (optional)')
  await user.clear(caption)
  await user.type(caption, 'www')
  await user.click(card.getByRole('button', { name: 'Save' }))
  expect(await card.findByText('No links, please.')).toBeTruthy()
  expect(caption).toHaveProperty('value', 'www')
})

test('nothing to publish is said', async () => {
  signInAs('u1')
  servePosts(() => [])
  renderApp('/activate/posts')
  expect(
    await screen.findByText("You don't have any posts that need to be activated at this time."),
  ).toBeTruthy()
})

test('where the server has words instead of posts, they are shown', async () => {
  signInAs('u1')
  servePosts(() => ({ msg: 'Nothing waits for you.' }))
  renderApp('/activate/posts')
  expect(await screen.findByText('Nothing waits for you.')).toBeTruthy()
})

test('posts that could not be fetched are fetched again by hand', async () => {
  signInAs('u1')
  let broken = true
  serve({
    '/api/usr/posts': () =>
      broken ? [500, refusal('internal', 'The disk is full.')] : [200, [mine('p1')]],
  })
  const user = renderApp('/activate/posts')
  expect(await screen.findByText('Error retrieving posts')).toBeTruthy()
  broken = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await cards()).toHaveLength(1)
})

test('somebody who is not signed in does that first, and comes back', async () => {
  serve({})
  renderApp('/activate/posts')
  await waitFor(() => expect(address()).toBe('/signin?last=activate/posts'))
})
