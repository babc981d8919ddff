import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { serverConfig } from '../../../lib/server-config'
import { visitAsKeeper } from '../../../testing/admin'
import { ADMIN_BOOK, textMemo } from '../../../testing/fixtures'
import { address, renderApp, signInAs } from '../../../testing/render-app'
import { refusal, serve } from '../../../testing/server'

const AT = { _seconds: 1_780_000_000, _nanoseconds: 0 }
const RAIN = {
  ...ADMIN_BOOK,
  id: 'b2',
  name: 'Rain',
  newMemos: 5,
  newAnswers: 3,
  edition: 2,
  topics: ['weather'],
}

function books(handlers: Parameters<typeof serve>[0] = {}, all = [ADMIN_BOOK, RAIN], query = '') {
  signInAs('a1')
  const server = serve({
    '/check-admin': () => [200, { isAdmin: true }],
    '/api/admin/books': () => [200, all],
    '/api/admin/memos': () => [200, { total: 0, page: 1, pages: 0, memos: [] }],
    ...handlers,
  })
  return { ...server, user: renderApp(`/admin/books${query}`) }
}

const row = async (name: RegExp) => within(await screen.findByRole('row', { name }))

async function choose(user: ReturnType<typeof renderApp>, name: RegExp, action: string) {
  await user.click((await row(name)).getByRole('button', { name: /^Actions for/ }))
  await user.click(screen.getByRole('button', { name: action }))
  return within(screen.getByRole('dialog'))
}

test('every book says how far it is', async () => {
  const failure = { at: AT, error: 'A font is missing.', attempts: 3 }
  books({}, [
    ADMIN_BOOK,
    RAIN,
    { ...ADMIN_BOOK, id: 'b3', name: 'Ready', newMemos: 25, newAnswers: 25 },
    { ...ADMIN_BOOK, id: 'b4', name: 'Torn', lastFailure: failure },
  ])
  expect((await row(/The kitchen table/)).getByText('Collecting: 12 of 20')).toBeTruthy()
  expect((await row(/Rain/)).getByText('Edition 2')).toBeTruthy()
  expect((await row(/Rain/)).getByText('Collecting for the next edition: 3 of 20')).toBeTruthy()
  expect((await row(/Ready/)).getByText('Ready to publish: 25 of 20')).toBeTruthy()
  expect((await row(/Torn/)).getByText(/A font is missing/)).toBeTruthy()
  expect((await row(/Torn/)).getByText('It won’t be tried again automatically.')).toBeTruthy()
})

test('a book is added, and its questions come next', async () => {
  const { user, bodiesOf } = books({
    '/api/admin/books': ({ name }) => (name ? [201, ADMIN_BOOK] : [200, []]),
    '/api/admin/books/b1': () => [200, { book: ADMIN_BOOK, questions: [] }],
  })
  expect(await screen.findByText('There are no books yet.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Add a book' }))
  await user.type(screen.getByLabelText('Name'), 'The kitchen table')
  await user.type(screen.getByLabelText('Topics (optional)'), 'food, home')
  await user.click(screen.getByRole('button', { name: 'Add the book' }))
  expect(await screen.findByText('This book has no questions yet.')).toBeTruthy()
  expect(address()).toBe('/admin/books/b1')
  expect(bodiesOf('/api/admin/books')).toContainEqual({
    name: 'The kitchen table',
    description: '',
    publishAt: 20,
    topics: ['food', 'home'],
  })
})

test('a book is made of a suggestion', async () => {
  const suggestion = {
    id: 's1',
    text: 'Rivers we know\nAnd their names.',
    uid: 'u1',
    author: { username: 'mara', name: 'Mara' },
    madeAt: AT,
  }
  const refused = refusal('conflict', 'Another admin was faster.')
  const { user, bodiesOf } = books(
    {
      '/api/admin/books': ({ name }) => (name ? [409, refused] : [200, [ADMIN_BOOK]]),
      '/api/admin/suggestions': () => [200, [suggestion]],
    },
    [],
    '?from=s1',
  )
  const name = await screen.findByLabelText<HTMLInputElement>('Name')
  expect(name.value).toBe('Rivers we know')
  await user.type(screen.getByLabelText('Message to Mara (optional)'), 'Thank you!')
  await user.click(screen.getByRole('button', { name: 'Add the book' }))
  expect(await screen.findByText('Another admin was faster.')).toBeTruthy()
  expect(bodiesOf('/api/admin/books')).toContainEqual(
    expect.objectContaining({ from: 's1', words: 'Thank you!' }),
  )
  await user.click(screen.getByRole('button', { name: 'Close' }))
  expect(address()).toBe('/admin/books')
})

test.each([true, false])('who wrote is told only where mail is sent (%s)', async (sendsMail) => {
  vi.spyOn(serverConfig, 'sendsMail', 'get').mockReturnValue(sendsMail)
  const { user } = books()
  const dialog = await choose(user, /Rain/, 'Publish…')
  expect(dialog.getByText(/Edition 3 will contain/).textContent?.includes('gets an email.')).toBe(
    sendsMail,
  )
})

test('a number that is none is told beside it', async () => {
  const { user, bodiesOf } = books()
  const dialog = await choose(user, /Rain/, 'Edit…')
  const count = dialog.getByLabelText<HTMLInputElement>('Publish at')
  await user.clear(count)
  await user.type(count, 'many')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(dialog.getByText('Enter a number, 1 or more.')).toBeTruthy()
  expect(bodiesOf('/api/admin/books/b2/change')).toEqual([])
})

test('an edition is published after a question, and told when it is', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  let edition = 2
  const making = { ...RAIN, publishing: true, compilingSince: AT }
  const { user } = books({
    '/api/admin/books': () => [200, [edition === 2 ? RAIN : { ...RAIN, edition }]],
    '/api/admin/books/b2/publish': () => [202, making],
  })
  const dialog = await choose(user, /Rain/, 'Publish…')
  await user.click(dialog.getByRole('button', { name: 'Publish edition 3' }))
  expect(await dialog.findByText('Edition 3 is being published.')).toBeTruthy()
  edition = 3
  await vi.advanceTimersByTimeAsync(3500)
  expect(await dialog.findByText('Edition 3 is published.')).toBeTruthy()
  const download = dialog.getByRole('link', { name: 'Download it' })
  expect(download.getAttribute('href')).toBe('/api/book/b2/download')
  vi.useRealTimers()
})

test('a large book shows how much of it is made', async () => {
  const making = { ...RAIN, publishing: true, compilingSince: AT, compiledPercent: 40 }
  const { user } = books({
    '/api/admin/books': () => [200, [RAIN]],
    '/api/admin/books/b2/publish': () => [202, making],
  })
  const dialog = await choose(user, /Rain/, 'Publish…')
  await user.click(dialog.getByRole('button', { name: 'Publish edition 3' }))
  const bar = await dialog.findByRole('progressbar', { name: 'Publishing edition 3' })
  expect(bar.getAttribute('value')).toBe('40')
  expect(await screen.findByText(/^Publishing: 40% /)).toBeTruthy()
})

test('what cannot be published or previewed says why', async () => {
  const { user } = books({
    '/api/admin/books/b1/publish': () => [409, refusal('conflict', 'Nobody has written yet.')],
    '/api/admin/books/b1/preview.pdf': () => [503, refusal('busy', 'Too many books at once.')],
  })
  const publish = await choose(user, /kitchen/, 'Publish…')
  await user.click(publish.getByRole('button', { name: 'Publish edition 1' }))
  expect(await publish.findByText('Nobody has written yet.')).toBeTruthy()
  await user.click(publish.getByRole('button', { name: 'Cancel' }))
  const preview = await choose(user, /kitchen/, 'Preview the book…')
  expect(await preview.findByText('Too many books at once.')).toBeTruthy()
})

test.each([true, false])(
  'a preview is shown where the browser can (%s)',
  async (pdfViewerEnabled) => {
    Object.defineProperty(navigator, 'pdfViewerEnabled', {
      value: pdfViewerEnabled,
      configurable: true,
    })
    URL.createObjectURL = () => 'about:blank'
    URL.revokeObjectURL = () => {}
    const { user } = books({ '/api/admin/books/b1/preview.pdf': () => [200, 'a PDF'] })
    const preview = await choose(user, /kitchen/, 'Preview the book…')
    const link = await preview.findByRole<HTMLAnchorElement>('link', {
      name: 'Download the preview',
    })
    expect(link.getAttribute('href')).toBe('about:blank')
    expect(link.download).toBe('The kitchen table (preview).pdf')
    const frame = preview.queryByTitle('Preview of The kitchen table')
    expect(frame?.getAttribute('src')).toBe(pdfViewerEnabled ? 'about:blank' : undefined)
    expect(preview.queryByText(/This browser can’t show it here/) === null).toBe(pdfViewerEnabled)
  },
)

const handMemo = (id: string) => ({
  ...textMemo('smell', ''),
  id,
  type: 'hand',
  img: `/media/${id}.png`,
  question: 'Which smell?',
})
const gridOf = (memos: unknown[], pages = 1) =>
  [200, { total: 1, page: 1, pages, memos }] as [number, unknown]

test('the handwriting of the cover is chosen by its picture', async () => {
  const { user, bodiesOf } = books({
    '/api/admin/memos': (_, query) =>
      query.get('page') === '1'
        ? gridOf([textMemo('chair', 'Mine.'), handMemo('m1')], 2)
        : gridOf([{ ...handMemo('m2'), hidden: { since: AT, why: 'Private.' } }, handMemo('m3')]),
    '/api/admin/books/b2/change': () => [200, RAIN],
  })
  const dialog = await choose(user, /Rain/, 'Edit…')
  const own = await dialog.findByRole<HTMLInputElement>('radio', { name: 'Chosen by Inkfold' })
  expect(own.checked).toBe(true)
  const memos = dialog.getAllByRole<HTMLInputElement>('radio', {
    name: 'Mara Lindqvist: Which smell?',
  })
  expect(memos.map(({ value }) => value)).toEqual(['m1', 'm3'])
  await user.click(memos[1] as HTMLElement)
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Rain is saved.')).toBeTruthy()
  expect(bodiesOf('/api/admin/books/b2/change')).toEqual([
    expect.objectContaining({ coverInk: 'blue', coverMemo: 'm3' }),
  ])
})

test('the memo of a cover is offered though it is old', async () => {
  const { user } = books(
    {
      '/api/admin/memos': () => gridOf([handMemo('m1')]),
      '/get-memo': () => [200, handMemo('m9')],
    },
    [{ ...RAIN, coverMemo: 'm9' }],
  )
  const dialog = await choose(user, /Rain/, 'Edit…')
  const memos = await dialog.findAllByRole<HTMLInputElement>('radio', { name: /Which smell/ })
  expect(memos.map(({ value, checked }) => [value, checked])).toEqual([
    ['m9', true],
    ['m1', false],
  ])
})

test('a cover without handwriting to choose from stays as it is', async () => {
  const { user, bodiesOf } = books({
    '/api/admin/memos': () => [500, refusal('internal', 'The disk is gone.')],
    '/api/admin/books/b2/change': () => [200, RAIN],
  })
  const dialog = await choose(user, /Rain/, 'Edit…')
  await waitFor(() => expect(dialog.queryByText(/Loading handwriting/)).toBeNull())
  expect(dialog.queryByRole('radio')).toBeNull()
  await user.selectOptions(dialog.getByLabelText('Ink of the cover'), 'moss')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Rain is saved.')).toBeTruthy()
  expect(bodiesOf('/api/admin/books/b2/change')[0]).not.toHaveProperty('coverMemo')
})

test('a book is unpublished after a question', async () => {
  const { user, bodiesOf } = books({
    '/api/admin/books/b2/unpublish': () => [200, { ...RAIN, edition: 0 }],
  })
  const dialog = await choose(user, /Rain/, 'Unpublish…')
  expect(bodiesOf('/api/admin/books/b2/unpublish')).toHaveLength(0)
  await user.click(dialog.getByRole('button', { name: 'Unpublish the book' }))
  expect(await screen.findByText('Rain is no longer published.')).toBeTruthy()
  await waitFor(async () => expect((await row(/Rain/)).queryByText('Edition 2')).toBeNull())
})

const PREFLIGHT = {
  pages: 24,
  pageWidth: 148,
  pageHeight: 210,
  spine: 1.2,
  sheets: null,
  fontsNotEmbedded: [],
  colourPages: [],
  lowResolution: [],
  facts: ['The inside has 24 pages of 148 × 210 mm, and 3 mm bleed on every side.'],
  warnings: ['A spine of 24 pages can hardly be glued. Ask for staples, or print a booklet.'],
}

test('what a copy shop should know comes before the download', async () => {
  const { user } = books({
    '/api/admin/books/b2/preflight': () => [200, PREFLIGHT],
    '/api/admin/books/b2/print.zip': () => [503, refusal('busy', 'Too many books at once.')],
  })
  const dialog = await choose(user, /Rain/, 'Download for print…')
  expect(await dialog.findByText(/^The inside has 24 pages/)).toBeTruthy()
  expect(dialog.getByText(/can hardly be glued/)).toBeTruthy()
  await user.selectOptions(dialog.getByLabelText('Paper of the pages'), '120 g/m²')
  await user.click(await dialog.findByRole('button', { name: 'Download for print' }))
  expect(await dialog.findByText('Too many books at once.')).toBeTruthy()
})

test.each([
  ['Download for print…', 'Download for print', 'print.zip'],
  ['Download as booklet…', 'Download the booklet', 'booklet.pdf'],
])('%s is checked and made in large print', async (action, button, file) => {
  const asked: string[] = []
  const { user } = books({
    '/api/admin/books/b2/preflight': (_, query) => {
      asked.push(`preflight ${query.get('largePrint')}`)
      return [200, PREFLIGHT]
    },
    [`/api/admin/books/b2/${file}`]: (_, query) => {
      asked.push(`${file} ${query.get('largePrint')}`)
      return [503, refusal('busy', 'Too many books at once.')]
    },
  })
  const dialog = await choose(user, /Rain/, action)
  await dialog.findByText(/^The inside has 24 pages/)
  await user.click(dialog.getByRole('checkbox', { name: 'Large print' }))
  await user.click(await dialog.findByRole('button', { name: button }))
  await dialog.findByText('Too many books at once.')
  expect(asked).toEqual(['preflight false', 'preflight true', `${file} true`])
})

test('a booklet that cannot be made says why', async () => {
  let isBusy = true
  const { user } = books({
    '/api/admin/books/b2/preflight': () =>
      isBusy
        ? [503, refusal('busy', 'Too many books at once.')]
        : [200, { ...PREFLIGHT, spine: null, sheets: 6, warnings: [] }],
  })
  const dialog = await choose(user, /Rain/, 'Download as booklet…')
  expect(await dialog.findByText('Too many books at once.')).toBeTruthy()
  expect(dialog.queryByRole('button', { name: 'Download the booklet' })).toBeNull()
  expect(dialog.queryByLabelText('Paper of the pages')).toBeNull()
  isBusy = false
  await user.click(dialog.getByRole('button', { name: 'Try again' }))
  expect(await dialog.findByRole('button', { name: 'Download the booklet' })).toBeTruthy()
})

test('a keeper cannot add a book, not even from a suggestion', async () => {
  const { calls } = visitAsKeeper('/admin/books?from=s1', {
    '/api/admin/books': () => [200, [ADMIN_BOOK]],
  })
  expect((await row(/kitchen/)).getByRole('button', { name: /^Actions for/ })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Add a book' })).toBeNull()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(calls.map(({ path }) => path)).not.toContain('/api/admin/suggestions')
})
