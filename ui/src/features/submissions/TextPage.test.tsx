import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { setStored } from '../../lib/storage'
import { BOOK, NO_MEMOS, QUESTIONS, textMemo } from '../../testing/fixtures'
import { renderApp, signInAs } from '../../testing/render-app'
import { refusal, serve } from '../../testing/server'

const HERE = '/book/contribute/post/text/b1'

const serveBook = (more: Parameters<typeof serve>[0] = {}) =>
  serve({
    '/api/book': () => [200, BOOK],
    '/api/questions': () => [200, QUESTIONS],
    '/api/memo/usr/count': () => [200, NO_MEMOS],
    '/api/memo/list': () => [200, []],
    ...more,
  })

const open = async (user: ReturnType<typeof renderApp>, number: number) => {
  const name = new RegExp(`^Question ${number}`)
  await user.click(await screen.findByRole('button', { name }, { timeout: 5000 }))
  return screen.findByRole('dialog')
}

beforeEach(() => signInAs('u1'))

test('an answer is typed and saved by Ctrl and Enter', async () => {
  let kept: unknown[] = []
  const { bodiesOf } = serveBook({
    '/api/memo/list': () => [200, kept],
    '/api/memo/text/publish': () => {
      kept = [textMemo('smell', 'Of bread.')]
      return [201, { memo: kept[0] }]
    },
  })
  const user = renderApp(HERE)
  const dialog = within(await open(user, 1))
  const save = dialog.getByRole('button', { name: 'Save' })
  expect(save).toHaveProperty('disabled', true)
  await user.type(dialog.getByLabelText('Your answer'), 'Of')
  expect(save).toHaveProperty('disabled', true)
  expect(dialog.getByText('An answer has at least 4 characters.')).toBeTruthy()
  await user.type(dialog.getByLabelText('Your answer'), ' bread.')
  expect(dialog.getByText('391 characters left')).toBeTruthy()
  await user.keyboard('{Control>}{Enter}{/Control}')
  expect(await dialog.findByText('Saved.')).toBeTruthy()
  expect(bodiesOf('/api/memo/text/publish')).toMatchObject([
    { bid: 'b1', uid: 'u1', qid: 'smell', post: 'Of bread.' },
  ])
  await user.click(dialog.getByRole('button', { name: 'Close' }))
  expect(await screen.findByText('Of bread.')).toBeTruthy()
  expect(screen.queryByText('Draft')).toBeNull()
  expect(localStorage.getItem('draft/u1/b1/smell')).toBeNull()
})

test('a draft outlives its page and the way to the next question', async () => {
  serveBook()
  const user = renderApp(HERE)
  const dialog = within(await open(user, 1))
  await user.type(dialog.getByLabelText('Your answer'), 'Of rain')
  await user.click(dialog.getByRole('button', { name: 'Next' }))
  expect(dialog.getByLabelText('Your answer')).toHaveProperty('value', '')
  await user.click(dialog.getByRole('button', { name: 'Previous' }))
  expect(dialog.getByLabelText('Your answer')).toHaveProperty('value', 'Of rain')
  await user.click(dialog.getByRole('button', { name: 'Close' }))
  expect(localStorage.getItem('draft/u1/b1/smell')).toBe('Of rain')
  expect(await screen.findByText('Draft')).toBeTruthy()
})

test('the focus stays on the button that leads to the last question', async () => {
  serveBook()
  const user = renderApp(HERE)
  const dialog = within(await open(user, 2))
  const next = dialog.getByRole('button', { name: 'Next' })
  await user.click(next)
  expect(dialog.getByText('3 of 3')).toBeTruthy()
  expect(next.getAttribute('aria-disabled')).toBe('true')
  expect(document.activeElement).toBe(next)
  await user.click(next)
  expect(dialog.getByText('3 of 3')).toBeTruthy()
})

test('what is too long stays to be shortened, and cannot be saved', async () => {
  serveBook()
  const user = renderApp(HERE)
  const dialog = within(await open(user, 2))
  await user.click(dialog.getByLabelText('Your answer'))
  await user.paste('x'.repeat(412))
  expect(dialog.getByLabelText('Your answer')).toHaveProperty('value', 'x'.repeat(412))
  expect(dialog.getByText('12 characters too many.')).toBeTruthy()
  expect(dialog.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true)
})

test('whoever empties a saved answer is told how to take it back', async () => {
  serveBook({ '/api/memo/list': () => [200, [textMemo('smell', 'Of bread.')]] })
  const user = renderApp(HERE)
  const dialog = within(await open(user, 1))
  await user.clear(dialog.getByLabelText('Your answer'))
  expect(dialog.getByText(/withdraw it in your entries/)).toBeTruthy()
})

test('a question that was answered in another way says so', async () => {
  const byHand = { ...textMemo('chair', ''), type: 'hand', post: null, img: '/media/h.png' }
  serveBook({ '/api/memo/list': () => [200, [byHand]] })
  renderApp(HERE)
  const chair = await screen.findByRole('button', { name: /^Question 2/ }, { timeout: 5000 })
  expect(within(chair).getByText('Answered by hand')).toBeTruthy()
  expect(screen.getAllByText('Not answered yet').length).toBe(2)
})

test('a book that asks nothing yet says so', async () => {
  serveBook({ '/api/questions': () => [200, []] })
  renderApp(HERE)
  expect(await screen.findByText(/has no questions yet/, {}, { timeout: 5000 })).toBeTruthy()
})

test('what is typed while an answer is saved stays, and is a draft', async () => {
  let answer = () => {}
  serveBook({
    '/api/memo/text/publish': async () => {
      await new Promise<void>((resolve) => (answer = resolve))
      return [201, { memo: textMemo('smell', 'Of bread.') }]
    },
  })
  const user = renderApp(HERE)
  const dialog = within(await open(user, 1))
  await user.type(dialog.getByLabelText('Your answer'), 'Of bread.')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await user.type(dialog.getByLabelText('Your answer'), ' And rain.')
  answer()
  await dialog.findByRole('button', { name: 'Save' })
  expect(dialog.getByLabelText('Your answer')).toHaveProperty('value', 'Of bread. And rain.')
  expect(localStorage.getItem('draft/u1/b1/smell')).toBe('Of bread. And rain.')
})

test('an answer that is saved while the next question is open is no draft any more', async () => {
  let answer = () => {}
  let kept: unknown[] = []
  serveBook({
    '/api/memo/list': () => [200, kept],
    '/api/memo/text/publish': async () => {
      await new Promise<void>((resolve) => (answer = resolve))
      kept = [textMemo('smell', 'Of bread.')]
      return [201, { memo: kept[0] }]
    },
  })
  const user = renderApp(HERE)
  const dialog = within(await open(user, 1))
  await user.type(dialog.getByLabelText('Your answer'), 'Of bread.')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await user.click(dialog.getByRole('button', { name: 'Next' }))
  answer()
  await waitFor(() => expect(localStorage.getItem('draft/u1/b1/smell')).toBeNull())
  await user.click(dialog.getByRole('button', { name: 'Close' }))
  expect(await screen.findByText('Of bread.')).toBeTruthy()
  await waitFor(() => expect(screen.queryByText('Draft')).toBeNull())
})

test('a refusal keeps what was typed', async () => {
  const words = 'This book does not ask that question.'
  serveBook({ '/api/memo/text/publish': () => [422, refusal('invalid', words)] })
  const user = renderApp(HERE)
  const dialog = within(await open(user, 1))
  await user.type(dialog.getByLabelText('Your answer'), 'Of rain')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(dialog.getByRole('alert').textContent).toContain(words))
  expect(dialog.getByLabelText('Your answer')).toHaveProperty('value', 'Of rain')
})

const WAITING = 'An admin has yet to accept you as a member. Until then you can read.'

test.each(['waiting', 'declined'])(
  'an applicant (%s) reads so before typing',
  async (application) => {
    setStored({ application })
    serveBook()
    const dialog = within(await open(renderApp(HERE), 1))
    expect(dialog.getByText(WAITING)).toBeTruthy()
  },
)

test('an applicant who is refused reads why once, and keeps the draft', async () => {
  serveBook({ '/api/memo/text/publish': () => [403, refusal('acceptance-required', WAITING)] })
  const user = renderApp(HERE)
  const dialog = within(await open(user, 1))
  expect(dialog.queryByText(WAITING)).toBeNull()
  await user.type(dialog.getByLabelText('Your answer'), 'Of bread.')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findAllByText(WAITING)).toHaveLength(1)
  expect(dialog.getByLabelText('Your answer')).toHaveProperty('value', 'Of bread.')
})
