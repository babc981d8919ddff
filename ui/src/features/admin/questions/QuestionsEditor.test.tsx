import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ADMIN_BOOK } from '../../../testing/fixtures'
import { renderApp, signInAs } from '../../../testing/render-app'
import { refusal, serve } from '../../../testing/server'
import { keyFor } from './draft'

const QUESTIONS = ['smell', 'chair', 'letter'].map((key, index) => ({
  key,
  number: index + 1,
  description: `What about the ${key}?`,
  memos: key === 'chair' ? 3 : 0,
  answered: key === 'chair',
}))
const questionOf = (key: string) => ({ key, description: `What about the ${key}?` })
const DETAILS = { book: ADMIN_BOOK, questions: QUESTIONS }

function editor(handlers: Parameters<typeof serve>[0] = {}) {
  signInAs('a1')
  const server = serve({
    '/check-admin': () => [200, { isAdmin: true }],
    '/api/admin/books/b1': () => [200, DETAILS],
    ...handlers,
  })
  return { ...server, user: renderApp('/admin/books/b1') }
}

const asked = () =>
  screen
    .getAllByText(/^What (about the|was that) /)
    .flatMap(({ tagName, textContent }) => (tagName === 'P' ? [textContent] : []))

test('questions are moved by buttons and by arrow keys, then saved at once', async () => {
  const { user, bodiesOf } = editor({
    '/api/admin/books/b1/questions': ({ questions }) => [
      200,
      {
        ...DETAILS,
        questions: (questions as object[]).map((each) => ({ ...QUESTIONS[0], ...each })),
      },
    ],
  })
  await user.click(await screen.findByRole('button', { name: /^Down ?: What about the smell/ }))
  expect(asked()[1]).toBe('What about the smell?')
  const down = () => screen.getByRole('button', { name: /^Down ?: What about the smell/ })
  await waitFor(() => expect(document.activeElement).toBe(down()))
  await user.keyboard('{ArrowDown}')
  expect(asked()[2]).toBe('What about the smell?')
  expect(down().getAttribute('aria-disabled')).toBe('true')
  expect(bodiesOf('/api/admin/books/b1/questions')).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Save the questions' }))
  expect(await screen.findByText('The questions are saved.')).toBeTruthy()
  const [body] = bodiesOf('/api/admin/books/b1/questions')
  expect(body).toEqual({
    questions: ['chair', 'letter', 'smell'].map(questionOf),
    seen: ['smell', 'chair', 'letter'].map(questionOf),
  })
  expect(screen.queryByRole('button', { name: 'Save the questions' })).toBeNull()
})

test('a question is edited in its place, and one is added', async () => {
  const { user } = editor()
  await user.click(await screen.findByRole('button', { name: /^Edit ?: What about the smell/ }))
  const words = screen.getByLabelText('Question')
  expect(document.activeElement).toBe(words)
  await user.clear(words)
  await user.type(words, 'What was that smell?')
  await user.click(screen.getByRole('button', { name: 'Done' }))
  expect(asked()[0]).toBe('What was that smell?')
  const edit = screen.getByRole('button', { name: /^Edit ?: What was that smell/ })
  await waitFor(() => expect(document.activeElement).toBe(edit))

  await user.click(screen.getByRole('button', { name: 'Add a question' }))
  await user.type(screen.getByLabelText('Question'), 'What about the rain?')
  await user.type(screen.getByLabelText('Key (optional)'), 'smell')
  await user.click(screen.getByRole('button', { name: 'Done' }))
  expect(screen.getByText('Another question has this key.')).toBeTruthy()
  await user.clear(screen.getByLabelText('Key (optional)'))
  await user.click(screen.getByRole('button', { name: 'Done' }))
  expect(asked()[3]).toBe('What about the rain?')
  expect(screen.getByText('what-about-the')).toBeTruthy()

  await user.click(screen.getByRole('button', { name: 'Discard the changes' }))
  expect(asked()).toEqual(QUESTIONS.map(({ description }) => description))
})

test('Escape keeps the words of a question for the next time, and Cancel does not', async () => {
  const { user } = editor()
  const add = () => screen.getByRole('button', { name: 'Add a question' })
  const words = () => screen.getByLabelText<HTMLTextAreaElement>('Question').value
  await screen.findByRole('button', { name: 'Add a question' })
  await user.click(add())
  await user.type(screen.getByLabelText('Question'), 'What about the rain?{Escape}')
  await user.click(add())
  expect(words()).toBe('What about the rain?')
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await user.click(add())
  expect(words()).toBe('')
})

test('a question that was answered stays, and it is said why', async () => {
  const { user } = editor()
  await user.click(await screen.findByRole('button', { name: /^Remove ?: What about the chair/ }))
  expect(screen.getByText(/It has 3 entries/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Keep it' }))
  await user.click(screen.getByRole('button', { name: /^Remove ?: What about the letter/ }))
  expect(asked()).toHaveLength(2)
})

test('a refusal is said, and nothing is lost', async () => {
  const words = 'A member has answered “letter” meanwhile.'
  const { user } = editor({
    '/api/admin/books/b1/questions': () => [409, refusal('conflict', words)],
  })
  await user.click(await screen.findByRole('button', { name: /^Remove ?: What about the letter/ }))
  await user.click(screen.getByRole('button', { name: 'Save the questions' }))
  expect(await screen.findByText(words)).toBeTruthy()
  expect(asked()).toHaveLength(2)
})

test('what another admin added meanwhile is not overwritten, and stands there once the changes are discarded', async () => {
  const words = 'Another admin was faster: please discard your changes.'
  const boats = { ...QUESTIONS[0], number: 4, ...questionOf('boats') }
  let present: object[] = QUESTIONS
  const { user, bodiesOf } = editor({
    '/api/admin/books/b1': () => [200, { ...DETAILS, questions: present }],
    '/api/admin/books/b1/questions': () => [409, refusal('conflict', words)],
  })
  await user.click(await screen.findByRole('button', { name: /^Remove ?: What about the letter/ }))
  present = [...QUESTIONS, boats]
  const save = () => user.click(screen.getByRole('button', { name: 'Save the questions' }))
  await save()
  expect(await screen.findByText(words)).toBeTruthy()
  expect(asked()).toHaveLength(2)
  // The changes are based on the questions before the refetch.
  await save()
  await waitFor(() => expect(bodiesOf('/api/admin/books/b1/questions')).toHaveLength(2))
  for (const body of bodiesOf('/api/admin/books/b1/questions')) {
    expect(body).toEqual({
      questions: ['smell', 'chair'].map(questionOf),
      seen: ['smell', 'chair', 'letter'].map(questionOf),
    })
  }
  await user.click(screen.getByRole('button', { name: 'Discard the changes' }))
  await waitFor(() => expect(asked()).toHaveLength(4))
  expect(asked()[3]).toBe('What about the boats?')
  expect(screen.queryByText(words), 'there is nothing left to discard').toBeNull()
})

test('what is changed while the questions are saved waits for the next time', async () => {
  let answer = () => {}
  const { user, bodiesOf } = editor({
    '/api/admin/books/b1/questions': async () => {
      await new Promise<void>((resolve) => (answer = resolve))
      return [200, { ...DETAILS, questions: QUESTIONS.slice(0, 2) }]
    },
  })
  await user.click(await screen.findByRole('button', { name: /^Remove ?: What about the letter/ }))
  await user.click(screen.getByRole('button', { name: 'Save the questions' }))
  await user.click(screen.getByRole('button', { name: /^Down ?: What about the smell/ }))
  answer()
  expect(await screen.findByText('The questions are saved.')).toBeTruthy()
  expect(asked()).toEqual(['What about the chair?', 'What about the smell?'])
  // The next saving begins with what this one has saved.
  await user.click(screen.getByRole('button', { name: 'Save the questions' }))
  await waitFor(() => expect(bodiesOf('/api/admin/books/b1/questions')).toHaveLength(2))
  expect(bodiesOf('/api/admin/books/b1/questions')[1]).toEqual({
    questions: ['chair', 'smell'].map(questionOf),
    seen: ['smell', 'chair'].map(questionOf),
  })
})

test('keys are made of the first words, and nobody has them', () => {
  expect(keyFor('Où était-ce, la maison?', [])).toBe('ou-e-tait')
  expect(keyFor('What about it?', ['what-about-it', 'what-about-it-2'])).toBe('what-about-it-3')
  expect(keyFor('これは?', [])).toBe('question')
})
