import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { visitAsAdmin } from '../../../testing/admin'
import { ADMIN_BOOK } from '../../../testing/fixtures'
import { refusal } from '../../../testing/server'

const IMPORT = '/api/admin/books/b1/questions/import'
const ROWS = [
  { line: 2, key: 'smell', description: 'Which smell?', fate: 'unchanged' },
  {
    line: 3,
    key: 'chair',
    description: 'Whose chair was it?',
    before: 'A chair?',
    fate: 'changed',
  },
  { line: 5, key: 'boats', description: 'Which boats?', fate: 'added' },
]
const LEFT = [{ key: 'letter', description: 'Which letter did you keep?' }]
const GOOD = { added: 1, changed: 1, unchanged: 1, preview: { rows: ROWS, bad: [], left: LEFT } }

async function importer(answer: (body: Record<string, unknown>) => [number, unknown]) {
  const { user, bodiesOf } = visitAsAdmin('/admin/books/b1', {
    '/api/admin/books/b1': () => [200, { book: ADMIN_BOOK, questions: [] }],
    [IMPORT]: answer,
  })
  await user.click(await screen.findByRole('button', { name: 'Import from a file…' }))
  const dialog = within(screen.getByRole('dialog'))
  const text = dialog.getByLabelText<HTMLTextAreaElement>('Questions')
  const look = () => user.click(dialog.getByRole('button', { name: 'Preview the changes' }))
  return { user, dialog, text, look, sent: () => bodiesOf(IMPORT) }
}

test('a file shows what would become of each row, and is then imported', async () => {
  const { user, dialog, text, look, sent } = await importer(({ dryRun }) => [
    200,
    dryRun ? GOOD : { added: 1, changed: 1, unchanged: 1 },
  ])
  await user.upload(dialog.getByLabelText(/Drop a CSV/), new File(['[[question]]'], 'ours.toml'))
  await waitFor(() => expect(text.value).toBe('[[question]]'))
  await look()
  const words = 'Questions: 1 new, 1 changed, 1 unchanged.'
  expect(await dialog.findByText(words)).toBeTruthy()
  const row = (name: RegExp) => within(dialog.getByRole('row', { name }))
  expect(row(/Which smell/).getByText('Unchanged')).toBeTruthy()
  expect(row(/Which boats/).getByText('New')).toBeTruthy()
  const changed = row(/Whose chair/)
  expect(changed.getByText('A chair?').tagName).toBe('DEL')
  expect(changed.getByText('Whose chair was it?').tagName).toBe('INS')
  expect(changed.getByText('3')).toBeTruthy()
  expect(dialog.getByText('One question of the book isn’t in the file. It stays.')).toBeTruthy()
  expect(dialog.getByText('Which letter did you keep?')).toBeTruthy()

  await user.click(dialog.getByRole('button', { name: 'Import the questions' }))
  expect(await screen.findByText(/Import complete\. Questions: 1 new, 1 changed/)).toBeTruthy()
  expect(sent().map(({ format, dryRun }) => [format, dryRun])).toEqual([
    ['toml', true],
    ['toml', false],
  ])
})

test('rows that cannot be taken are named by their lines, beside those that can', async () => {
  const bad = [
    { line: 4, words: 'The question is missing.' },
    { line: 6, words: 'The key is missing.' },
  ]
  const { user, dialog, text, look } = await importer(() => [
    200,
    { ...GOOD, preview: { ...GOOD.preview, bad } },
  ])
  await user.type(text, 'bad')
  await look()
  const alert = within(await dialog.findByRole('alert'))
  expect(alert.getByText('Line 4: The question is missing.')).toBeTruthy()
  expect(alert.getByText('Line 6: The key is missing.')).toBeTruthy()
  expect(dialog.getByRole('row', { name: /Which boats/ })).toBeTruthy()
  expect(dialog.queryByRole('button', { name: 'Import the questions' })).toBeNull()
  // The text has changed after the preview.
  await user.type(text, ' better')
  expect(dialog.queryByRole('alert')).toBeNull()
})

test('a workbook is sent as it is, and typed text in its place', async () => {
  const { user, dialog, text, look, sent } = await importer(() => [200, GOOD])
  const workbook = new File([new Uint8Array([0x50, 0x4b, 3, 4, 0xff])], 'ours.xlsx')
  await user.upload(dialog.getByLabelText(/Drop a CSV/), workbook)
  await dialog.findByText(/The questions come from “ours.xlsx”/)
  expect(text.isConnected).toBe(false)
  await look()
  expect(await dialog.findByRole('row', { name: /Which boats/ })).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Type them instead' }))
  expect(dialog.queryByRole('row', { name: /Which boats/ })).toBeNull()
  await user.type(dialog.getByLabelText('Questions'), 'a,b')
  await look()
  expect(sent().map(({ text, file }) => [text, file])).toEqual([
    ['', 'UEsDBP8='],
    ['a,b', undefined],
  ])
})

test('cells of a spreadsheet are pasted as words, not as their picture', async () => {
  const { user, dialog, text } = await importer(() => [200, GOOD])
  const files = [new File(['\x89PNG'], 'image.png', { type: 'image/png' })]
  const pasteInto = (target: EventTarget, words: string) =>
    act(async () => {
      const clipboardData = { files, getData: () => words }
      const event = new Event('paste', { bubbles: true })
      target.dispatchEvent(Object.assign(event, { clipboardData }))
    })
  await user.type(text, 'smell,Which smell?')
  await pasteInto(text, 'chair\tWhose chair?')
  expect(text.value).toBe('smell,Which smell?')
  expect(dialog.queryByRole('alert')).toBeNull()
  // Outside a text field, a pasted table is a file, and this page accepts none.
  await pasteInto(document.body, 'chair\tWhose chair?')
  expect(dialog.getByRole('alert').textContent).toContain(
    '“image.png” is neither CSV, Excel, JSON nor',
  )
  expect(text.value).toBe('smell,Which smell?')
  await user.upload(dialog.getByLabelText(/Drop a CSV/), new File(['a,b'], 'ours.csv'))
  await waitFor(() => expect(text.value).toBe('a,b'))
  expect(dialog.queryByRole('alert')).toBeNull()
})

test('where nothing would change there is nothing to import', async () => {
  const preview = { rows: ROWS.slice(0, 1), bad: [], left: [] }
  const { user, dialog, text, look } = await importer(() => [
    200,
    { added: 0, changed: 0, unchanged: 1, preview },
  ])
  await user.type(text, 'smell,Which smell?')
  await look()
  expect(await dialog.findByText('Questions: 0 new, 0 changed, 1 unchanged.')).toBeTruthy()
  expect(dialog.queryByRole('button', { name: 'Import the questions' })).toBeNull()
})

test('a refusal is said at the field', async () => {
  const words = 'A book asks at most 100 questions.'
  const { user, dialog, text, look } = await importer(() => [
    422,
    refusal('invalid', words, { text: words }),
  ])
  await user.type(text, 'smell,Which smell?')
  await look()
  expect(await dialog.findByText(words)).toBeTruthy()
})
