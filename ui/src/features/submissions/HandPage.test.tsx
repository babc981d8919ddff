import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { getStored, setStored } from '../../lib/storage'
import { NO_MEMOS, PROFILE, QUESTIONS, textMemo } from '../../testing/fixtures'
import { add, HERE, pdf, READ, RECT, serveBook } from '../../testing/hand-page'
import { address, renderApp, signInAs } from '../../testing/render-app'
import { FakeUpload, refusal, serve } from '../../testing/server'

beforeEach(() => vi.stubGlobal('XMLHttpRequest', FakeUpload))

test('strangers sign in first and come back', async () => {
  setStored({ bid: 'b1' })
  renderApp('/book/contribute/post/hand')
  await waitFor(() => expect(address()).toBe('/signin?last=book/contribute/post/hand/b1'))
})

test('strangers sign in first where no book is stored', async () => {
  renderApp('/book/contribute/post/hand')
  await waitFor(() => expect(address()).toBe('/signin?last=book/contribute/post/hand'))
  cleanup()
  renderApp('/members')
  await waitFor(() => expect(address()).toBe('/signin?last=members'))
})

test('an ended session leads to sign-in, whatever is stored', async () => {
  const ended = () =>
    [401, refusal('unauthenticated', 'Please sign in first.')] as [number, unknown]
  signInAs('u1')
  setStored({ bid: 'b1' })
  serveBook({ '/api/memo/usr/count': ended, '/query-profile': ended })
  renderApp('/members')
  await waitFor(() => expect(address()).toBe('/signin?last=book/contribute/post/hand/b1'))
})

test('without any book there is the library', async () => {
  signInAs('u1')
  serve({ '/api/book/list': () => [200, []] })
  renderApp('/book/contribute/post/hand')
  await waitFor(() => expect(address()).toBe('/library'))
})

test('from the export to submitted handwriting', async () => {
  signInAs('u1')
  const { bodiesOf } = serveBook({ '/api/memo/handwriting/publish': () => [201, { memos: [] }] })
  const user = renderApp(HERE)
  const upload = await add(user, pdf())
  expect(upload.path).toBe('/extract')
  expect(JSON.parse(String(upload.form?.get('data')))).toMatchObject({
    bid: 'b1',
    labels: QUESTIONS.map(({ key, description }) => ({ key, description })),
  })

  act(() => upload.progress(40))
  expect(await screen.findByText('Sending… 40%')).toBeTruthy()
  act(() => upload.progress(100))
  expect(await screen.findByText('Reading your handwriting…')).toBeTruthy()
  act(() => upload.answer(200, READ))

  expect(await screen.findByRole('heading', { name: 'We found 2 answers' })).toBeTruthy()
  const answers = screen.getAllByRole('button', { name: /^Question/ })
  expect(answers.map((answer) => answer.textContent)).toEqual([
    'Question 1What about the smell?',
    'Question 3What about the letter?',
  ])

  const words = 'Bread, and wet wool.'
  await user.click(screen.getByRole('button', { name: /^Type it out.*letter/ }))
  await user.type(screen.getByLabelText(/^Transcription .*What about the letter/), words)
  await user.click(screen.getByRole('button', { name: 'Submit 2 answers' }))
  await waitFor(() => expect(address()).toBe('/finished'))
  expect(getStored('bid')).toBe('b1')
  expect(bodiesOf('/api/memo/handwriting/publish')).toEqual([
    {
      bid: 'b1',
      uid: 'u1',
      data: {
        rects: [RECT, RECT],
        memos: READ.memos,
        questions: ['smell', 'letter'],
        alts: ['', words],
      },
    },
  ])
})

const submit = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Submit 2 answers' })

test('a form that was surely read is submitted at once', async () => {
  signInAs('u1')
  serveBook()
  const user = renderApp(HERE)
  const upload = await add(user, pdf())
  act(() => upload.answer(200, READ))
  await screen.findByRole('heading', { name: 'We found 2 answers' })
  expect(screen.queryByText(/Look at each picture/)).toBeNull()
  expect(screen.queryByRole('checkbox', { name: /checked every/ })).toBeNull()
  expect(submit().disabled).toBe(false)
})

test.each([
  ['has a doubt', ['Part of the form is covered.']],
  ['has two warnings', ['Part of the form is covered.', 'Writing lies outside the boxes.']],
])('a form that %s is looked at before it is submitted', async (_, words) => {
  signInAs('u1')
  serveBook()
  const user = renderApp(HERE)
  const upload = await add(user, pdf())
  const checks = words.map((message) => ({ code: 'doubt', message }))
  act(() => upload.answer(200, { ...READ, checks }))
  const banner = (await screen.findByText('Look at each picture before you submit.')).closest('div')
  for (const each of words) expect(banner?.textContent).toContain(each)
  expect(submit().disabled).toBe(true)
  await user.click(screen.getByRole('checkbox', { name: 'I’ve checked every picture' }))
  expect(submit().disabled).toBe(false)
})

test('boxes that are hard to read are named, with an answer and without', async () => {
  signInAs('u1')
  serveBook()
  const user = renderApp(HERE)
  const upload = await add(user, pdf())
  const checks = [{ code: 'faint', message: 'Some writing is very faint.' }]
  act(() => upload.answer(200, { ...READ, checks, doubtfulIndices: [0, 1] }))
  expect(await screen.findByText(/Look closely at questions 1, 2\./)).toBeTruthy()
  const cards = within(screen.getByRole('region', { name: 'Your handwriting' }))
  const marked = cards.getAllByText('Look closely').map((badge) => badge.closest('li')?.textContent)
  expect(marked.map((card) => card?.match(/Question \d/)?.[0])).toEqual([
    'Question 1',
    'Question 2',
  ])
  expect(marked[1]).toContain('No writing was made out in this box.')
})

test.each([
  [422, refusal('blank-form', 'Nothing was found.'), 'The form you submitted is blank.'],
  [200, { ...READ, dirtyIndices: [] }, 'The form you submitted is blank.'],
  [422, refusal('other-book', 'This form is of another book.'), 'This form is of another book.'],
])('an export with status %d that cannot be taken', async (status, body, words) => {
  signInAs('u1')
  serveBook()
  const user = renderApp(HERE)
  const upload = await add(user, pdf())
  act(() => upload.answer(status, body))
  expect((await screen.findByRole('alert')).textContent).toContain(words)
  expect(screen.queryByRole('button', { name: /^Submit/ })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Remove file' }))
  expect(screen.getByLabelText(/Choose your PDF or PNG/)).toBeTruthy()
})

test('the preview goes through the answers by keys', async () => {
  signInAs('u1')
  serveBook()
  const user = renderApp(HERE)
  const upload = await add(user, pdf())
  act(() => upload.answer(200, READ))
  await user.click(await screen.findByRole('button', { name: /^Question 1/ }))
  expect(screen.getByText('1 of 2')).toBeTruthy()
  // A browser gives focus to the first control of a dialog.
  screen.getByRole('button', { name: 'Close' }).focus()
  await user.keyboard('{ArrowRight}{ArrowRight}')
  expect(screen.getByText('2 of 2')).toBeTruthy()
  await user.keyboard('{ArrowLeft}')
  expect(screen.getByText('1 of 2')).toBeTruthy()
  // At the end the button keeps the focus.
  const next = screen.getByRole('button', { name: 'Next' })
  await user.click(next)
  expect(screen.getByText('2 of 2')).toBeTruthy()
  expect(next.getAttribute('aria-disabled')).toBe('true')
  expect(document.activeElement).toBe(next)
})

/** A form with two answers that have been read. */
async function openReview(more: Parameters<typeof serveBook>[0] = {}) {
  signInAs('u1')
  const { bodiesOf } = serveBook({
    '/api/memo/handwriting/publish': () => [201, { memos: [] }],
    ...more,
  })
  const user = renderApp(HERE)
  const upload = await add(user, pdf())
  act(() => upload.answer(200, READ))
  await screen.findByRole('heading', { name: 'We found 2 answers' })
  const sent = () => bodiesOf('/api/memo/handwriting/publish') as { data: object }[]
  return { user, sent }
}

test('an answer that is left out is not submitted', async () => {
  const { user, sent } = await openReview()
  await user.click(screen.getByRole('checkbox', { name: /^Include.*smell/ }))
  await user.click(screen.getByRole('button', { name: 'Submit one answer' }))
  await waitFor(() => expect(address()).toBe('/finished'))
  expect(sent()[0]?.data).toMatchObject({ memos: ['iVBORletter'], questions: ['letter'] })
})

test('without any answer there is nothing to submit', async () => {
  const { user } = await openReview()
  for (const box of screen.getAllByRole('checkbox', { name: /^Include/ })) await user.click(box)
  expect(screen.getByRole('button', { name: 'Submit 0 answers' })).toHaveProperty('disabled', true)
  expect(screen.getByText('Include at least one answer.')).toBeTruthy()
})

test('an answer is given to an open question', async () => {
  const { user, sent } = await openReview()
  await user.click(screen.getByRole('button', { name: /^More.*smell/ }))
  await user.click(screen.getByRole('button', { name: 'Give it to another question' }))
  await user.click(screen.getByRole('radio', { name: '2. What about the chair?' }))
  await user.click(screen.getByRole('button', { name: 'Give it to question 2' }))
  await user.click(screen.getByRole('button', { name: 'Submit 2 answers' }))
  await waitFor(() => expect(address()).toBe('/finished'))
  expect(sent()[0]?.data).toMatchObject({ memos: READ.memos, questions: ['chair', 'letter'] })
})

test('two answers change places', async () => {
  const { user, sent } = await openReview()
  await user.click(screen.getByRole('button', { name: /^More.*smell/ }))
  await user.click(screen.getByRole('button', { name: 'Give it to another question' }))
  await user.click(screen.getByRole('radio', { name: '3. What about the letter?' }))
  expect(screen.getByText(/The two change places/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Give it to question 3' }))
  await user.click(screen.getByRole('button', { name: 'Submit 2 answers' }))
  await waitFor(() => expect(address()).toBe('/finished'))
  expect(sent()[0]?.data).toMatchObject({ memos: READ.memos, questions: ['letter', 'smell'] })
})

test('an empty box says whether an earlier answer stays', async () => {
  await openReview({ '/api/memo/list': () => [200, [textMemo('chair', 'A high one.')]] })
  expect(screen.getByText('Nothing in this box. Your earlier answer stays.')).toBeTruthy()
})

test('another file can be chosen instead', async () => {
  const { user } = await openReview()
  await user.click(screen.getByRole('button', { name: 'Choose another file' }))
  expect(await screen.findByLabelText(/Choose your PDF or PNG/)).toBeTruthy()
})

test('the form of the open questions is offered once some are answered', async () => {
  signInAs('u1')
  serveBook({ '/api/memo/list': () => [200, [textMemo('chair', 'A high one.')]] })
  renderApp(HERE)
  const link = await screen.findByRole('link', { name: 'Only the 2 open questions' })
  expect(link.getAttribute('href')).toBe('/assets/forms/b1.pdf?only=open')
})

test('the way onto the tablet of the profile is told in three lines', async () => {
  signInAs('u1')
  serveBook({ '/query-profile': () => [200, PROFILE] })
  renderApp(HERE)
  expect(await screen.findByText('Open the form from Document, and write.')).toBeTruthy()
  expect(screen.queryByText(/NeoReader/)).toBeNull()
  const guide = screen.getByRole('link', { name: /^Step by step.*Supernote/ })
  expect(guide.getAttribute('href')).toBe('/help/supernote')
})

const STEPS = ['Get the form', 'Write', 'Upload', 'Check and submit']
const stepper = () => screen.queryByRole('list', { name: 'Contribute to The kitchen table' })
const currentStep = () => stepper()?.querySelector('[aria-current=step]')?.textContent

test('the first time shows the guide in full', async () => {
  signInAs('u1')
  serveBook()
  renderApp(HERE)
  const guide = within(await screen.findByRole('region', { name: 'How It Works' }))
  for (const [index, step] of STEPS.entries()) {
    expect(guide.getByText(step).textContent).toBe(`${index + 1}${step}`)
  }
  expect(guide.getByRole('link', { name: 'Download' })).toBeTruthy()
  expect(stepper()).toBeNull()
})

test('the guide folds into a stepper after the first time', async () => {
  signInAs('u1')
  serveBook({
    '/api/memo/usr/count': () => [200, { ...NO_MEMOS, hand: 2, total: 2 }],
    '/api/memo/list': () => [200, [textMemo('chair', 'A high one.')]],
  })
  const user = renderApp(HERE)
  await waitFor(() => expect(stepper()).toBeTruthy())
  expect(
    within(stepper() as HTMLElement)
      .getAllByRole('listitem')
      .map((step) => step.textContent),
  ).toEqual(STEPS.map((step, index) => `${index + 1} ${step}`))
  expect(currentStep()).toBe('1 Get the form')
  expect(screen.getByRole('link', { name: 'Download' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Only the 2 open questions' })).toBeTruthy()

  const guide = screen.getByText('How It Works').closest('details') as HTMLDetailsElement
  expect(guide.open).toBe(false)
  for (const step of STEPS) expect(within(guide).getByText(step)).toBeTruthy()
  const upload = screen.getByRole('heading', { name: 'Add your filled form' })
  expect(upload.compareDocumentPosition(guide)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)

  await add(user, pdf())
  expect(currentStep()).toBe('3 Upload')
})
