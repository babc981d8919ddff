import { act, fireEvent, renderHook, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { ADMIN_BOOK } from '../../../testing/fixtures'
import { renderApp, signInAs } from '../../../testing/render-app'
import { refusal, serve } from '../../../testing/server'
import { keyFor, questionsIn, useUnsavedQuestions } from './draft'

const QUESTIONS = ['smell', 'chair', 'letter'].map((key, index) => ({
  key,
  number: index + 1,
  description: `What about the ${key}?`,
  memos: key === 'chair' ? 3 : 0,
  answered: key === 'chair',
}))
const questionOf = (key: string) => ({ key, description: `What about the ${key}?` })
const PREVIEW = '/api/admin/books/b1/form-preview'
const DETAILS = { book: ADMIN_BOOK, questions: QUESTIONS }

function editor(handlers: Parameters<typeof serve>[0] = {}) {
  signInAs('a1')
  const server = serve({
    '/check-admin': () => [200, { isAdmin: true }],
    '/api/admin/books/b1': () => [200, DETAILS],
    [PREVIEW]: ({ page }) => [200, { page, pages: 3, base64Image: 'cGFnZQ==' }],
    ...handlers,
  })
  return { ...server, user: renderApp('/admin/books/b1') }
}

/** Texts of the questions, in their order. */
const asked = () =>
  within(screen.getByRole('region', { name: 'Questions' }))
    .queryAllByRole('button', { name: /^Edit ?: / })
    .map(({ textContent }) => textContent?.replace(/^Edit: /, ''))

const textOf = (question: RegExp) => screen.findByRole('button', { name: question })
const field = (number: number) =>
  screen.getByRole<HTMLTextAreaElement>('textbox', { name: `Question ${number}` })

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

test('a click on a question makes it a field, and Enter keeps the new text', async () => {
  const { user } = editor()
  await user.click(await textOf(/^Edit ?: What about the smell/))
  expect(document.activeElement).toBe(field(1))
  await user.clear(field(1))
  await user.type(field(1), '  What was  that smell?{Enter}')
  expect(asked()[0]).toBe('What was that smell?')
  const edit = screen.getByRole('button', { name: /^Edit ?: What was that smell/ })
  await waitFor(() => expect(document.activeElement).toBe(edit))
})

test('leaving a field keeps its text, and Escape brings the old one back', async () => {
  const { user } = editor()
  await user.click(await textOf(/^Edit ?: What about the smell/))
  await user.type(field(1), ' Really?')
  await user.click(await textOf(/^Edit ?: What about the chair/))
  expect(asked()[0]).toBe('What about the smell? Really?')
  expect(document.activeElement).toBe(field(2))
  await user.type(field(2), ' And the table?{Escape}')
  expect(asked()[1]).toBe('What about the chair?')
  await user.click(screen.getByRole('button', { name: 'Discard the changes' }))
  expect(asked()).toEqual(QUESTIONS.map(({ description }) => description))
})

test('a question cannot be emptied or too long', async () => {
  const { user } = editor()
  await user.click(await textOf(/^Edit ?: What about the smell/))
  await user.clear(field(1))
  await user.keyboard('{Enter}')
  expect(asked()[0]).toBe('What about the smell?')
  await user.click(await textOf(/^Edit ?: What about the smell/))
  fireEvent.change(field(1), { target: { value: 'a'.repeat(302) } })
  await user.keyboard('{Enter}')
  await user.tab()
  expect(screen.getByText('2 characters too many.')).toBeTruthy()
  expect(field(1).value).toHaveLength(302)
})

test('a question is added with its key', async () => {
  const { user } = editor()
  await user.click(await screen.findByRole('button', { name: 'Add a question' }))
  await user.type(screen.getByLabelText('Question'), 'What about the rain?')
  await user.type(screen.getByLabelText('Key (optional)'), 'smell')
  await user.click(screen.getByRole('button', { name: 'Done' }))
  expect(screen.getByText('Another question has this key.')).toBeTruthy()
  await user.clear(screen.getByLabelText('Key (optional)'))
  await user.type(screen.getByLabelText('Question'), '{Enter}')
  expect(asked()[3]).toBe('What about the rain?')
  expect(screen.getByText('what-about-the')).toBeTruthy()
})

const LIST = '1. Which boats?\r\n2) Who swam?\n\n - Who fished?'

test('a pasted list adds a question for each line, and is undone', async () => {
  const { user } = editor()
  await user.click(await screen.findByRole('button', { name: 'Add a question' }))
  await user.paste(LIST)
  expect(screen.getByLabelText<HTMLTextAreaElement>('Question').value).toBe('')
  expect(asked().slice(3)).toEqual(['Which boats?', 'Who swam?', 'Who fished?'])
  expect(screen.getByText('3 questions are added.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(asked()).toHaveLength(3)
  expect(screen.queryByText('3 questions are added.')).toBeNull()
})

test('a list is pasted over an emptied question, but not into a text', async () => {
  const { user } = editor()
  await user.click(await textOf(/^Edit ?: What about the smell/))
  await user.paste(LIST)
  expect(field(1).value).toContain('What about the smell?1. Which boats?')
  await user.clear(field(1))
  await user.paste(LIST)
  expect(asked()).toEqual([
    'Which boats?',
    'Who swam?',
    'Who fished?',
    'What about the chair?',
    'What about the letter?',
  ])
  expect(screen.getByText('smell')).toBeTruthy()
})

test('lines for which a book has no room are left out', () => {
  const many = Array.from({ length: 99 }, (_, index) => ({
    ...questionOf(`q${index}`),
    number: index + 1,
    memos: 0,
    answered: false,
  }))
  const { result } = renderHook(() => useUnsavedQuestions(many))
  let leftOut = 0
  act(() => {
    leftOut = result.current.addAll(questionsIn(LIST))
  })
  expect(leftOut).toBe(2)
  expect(result.current.questions).toHaveLength(100)
  expect(result.current.questions[99]).toEqual({ key: 'which-boats', description: 'Which boats?' })
})

test('a removed question comes back by Undo', async () => {
  const { user } = editor()
  await user.click(await screen.findByRole('button', { name: /^Remove ?: What about the smell/ }))
  expect(asked()).toHaveLength(2)
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(asked()).toEqual(QUESTIONS.map(({ description }) => description))
  expect(screen.queryByRole('button', { name: 'Save the questions' })).toBeNull()
})

/** Rows of 40 px, one below the other. */
function layOutRows() {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const index = Array.from(this.parentElement?.children ?? []).indexOf(this)
    return { top: 100 + 40 * index, height: 40 } as DOMRect
  })
}

const handles = () => screen.getAllByTitle('Drag to move')

test('a question is dragged to its place, and Escape leaves it where it was', async () => {
  editor()
  await screen.findByRole('button', { name: 'Add a question' })
  layOutRows()
  const [first] = handles()
  if (!first) throw new Error('There is no handle.')
  fireEvent.pointerDown(first, { button: 0, clientY: 110 })
  fireEvent.pointerMove(first, { clientY: 190 })
  fireEvent.pointerUp(first, { clientY: 190 })
  const moved = ['chair', 'smell', 'letter'].map((key) => `What about the ${key}?`)
  expect(asked()).toEqual(moved)
  fireEvent.pointerDown(first, { button: 0, clientY: 150 })
  fireEvent.pointerMove(first, { clientY: 300 })
  fireEvent.keyDown(window, { key: 'Escape' })
  fireEvent.pointerUp(first, { clientY: 300 })
  expect(asked()).toEqual(moved)
})

test('the form is drawn with the unsaved questions, page by page', async () => {
  const { user, bodiesOf } = editor()
  const page = await screen.findByRole('img', { name: 'Page 2 of the form as it prints' })
  expect(page.getAttribute('src')).toBe('data:image/png;base64,cGFnZQ==')
  expect(bodiesOf(PREVIEW)).toEqual([
    { questions: ['smell', 'chair', 'letter'].map(questionOf), page: 2 },
  ])
  await user.click(screen.getByRole('button', { name: /^Next/ }))
  expect(await screen.findByText('Page 3 of 3')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: /^Down ?: What about the smell/ }))
  await waitFor(() =>
    expect(bodiesOf(PREVIEW)).toContainEqual({
      questions: ['chair', 'smell', 'letter'].map(questionOf),
      page: 2,
    }),
  )
})

test('a form that cannot be drawn says why, and the questions stay', async () => {
  editor({ [PREVIEW]: () => [503, refusal('busy', 'The server is busy.')] })
  expect(await screen.findByText(/The page can’t be drawn. The server is busy/)).toBeTruthy()
  expect(asked()).toHaveLength(3)
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

test('a list is read line by line without its marks', () => {
  expect(questionsIn(' \u2022 Who?\r\n12. Where to?\r* When?\n')).toEqual([
    'Who?',
    'Where to?',
    'When?',
  ])
  expect(questionsIn('1984 was when?')).toEqual(['1984 was when?'])
})

test('keys are made of the first words, and nobody has them', () => {
  expect(keyFor('Où était-ce, la maison?', [])).toBe('ou-e-tait')
  expect(keyFor('What about it?', ['what-about-it', 'what-about-it-2'])).toBe('what-about-it-3')
  expect(keyFor('これは?', [])).toBe('question')
})
