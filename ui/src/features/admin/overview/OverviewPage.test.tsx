import { cleanup, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Overview } from '../../../entities/admin/queries'
import { ADMIN_BOOK, CALM, STATISTICS } from '../../../testing/fixtures'
import { renderApp, signInAs } from '../../../testing/render-app'
import { refusal, serve } from '../../../testing/server'

function overview(
  waiting: Partial<Overview> = {},
  books: unknown[] = [ADMIN_BOOK],
  statistics: () => [number, unknown] = () => [200, STATISTICS],
) {
  signInAs('a1')
  serve({
    '/check-admin': () => [200, { isAdmin: true }],
    '/api/admin/overview': () => [200, { ...CALM, ...waiting }],
    '/api/admin/books': () => [200, books],
    '/api/admin/statistics': statistics,
  })
  return renderApp('/admin')
}

const needs = async () => within(await screen.findByRole('region', { name: 'To do' }))

test('nothing needs an admin, and every book leads to its memos', async () => {
  overview()
  expect(await screen.findByText('All caught up.')).toBeTruthy()
  const row = within(screen.getByRole('row', { name: /The kitchen table/ }))
  expect(row.getByRole('link').getAttribute('href')).toBe('/admin/b1')
  expect(row.getByText('12 entries')).toBeTruthy()
  expect(row.getByText('Collecting: 12 of 20')).toBeTruthy()
})

test('each thing that waits leads to where it is done', async () => {
  const failure = { at: { _seconds: 0, _nanoseconds: 0 }, error: 'A font is missing.', attempts: 3 }
  overview({
    openReports: 1,
    openSuggestions: 2,
    failedMails: 3,
    waitingMembers: 4,
    waitingApplications: 5,
    failedBooks: [{ bid: 'b1', name: 'The kitchen table', failure }],
    readyBooks: [{ bid: 'b2', name: 'Rain', newMemos: 24, newAnswers: 21, publishAt: 20 }],
  })
  const all = (await needs()).getAllByRole('link')
  expect(all.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['1 open report', '/admin/reports'],
    ['5 open applications', '/admin/applications'],
    ['4 members to verify', '/admin/members?q=not%20verified'],
    ['2 open suggestions', '/admin/suggestions'],
    ['3 mails could not be sent', '/admin/mail?state=failed'],
    ['“The kitchen table” could not be published', '/admin/books/b1'],
    ['“Rain” can be published', '/admin/books/b2'],
  ])
  expect((await needs()).getByText('A font is missing.')).toBeTruthy()
  expect(screen.queryByText('All caught up.')).toBeNull()
})

test('a disk that is nearly full is told, though nothing here helps', async () => {
  overview({ space: { free: 400_000_000, floor: 500_000_000, low: true } })
  expect((await needs()).getByText('The disk is nearly full: 0.4 GB left')).toBeTruthy()
})

test('full disk without a floor asks for room only', async () => {
  overview({ space: { free: 15_000_000, floor: 0, low: true } })
  expect((await needs()).getByText('The disk is nearly full: 0.0 GB left')).toBeTruthy()
  expect((await needs()).getByText('Make room on the server.')).toBeTruthy()
})

test('held-back files are shown with the commands that help', async () => {
  overview({ heldBackFiles: 12 })
  const words = 'The database may be an older copy: 12 stored files aren’t in it'
  expect((await needs()).getByText(words)).toBeTruthy()
  expect(screen.getByText(/inkfold db check.*inkfold trash sweep --all/)).toBeTruthy()
  expect(screen.queryByText('All caught up.')).toBeNull()
})

test('a backup that is missed is told, and leads to the backups', async () => {
  const { backups } = CALM
  const failure = 'There is no folder /media/stick: is it connected?'
  overview({ backups: { ...backups, trouble: 'failed', failure } })
  const missed = (await needs()).getByRole('link', { name: 'The last backup failed' })
  expect(missed.getAttribute('href')).toBe('/admin/backups')
  expect(screen.getByText(failure)).toBeTruthy()
  expect(screen.queryByText('All caught up.')).toBeNull()
  const places = within(screen.getByRole('navigation', { name: 'Admin pages' }))
  expect(places.getByRole('link', { name: 'Server 1 open' })).toBeTruthy()
})

test('an old backup says how old, and none at all says so', async () => {
  const { backups } = CALM
  overview({ backups: { ...backups, trouble: 'old', everyHours: 12 } })
  expect(
    (await needs()).getByRole('link', { name: /^The last backup was made .* ago$/ }),
  ).toBeTruthy()
  expect(screen.getByText('Backups are made every 12 hours.')).toBeTruthy()
  cleanup()
  overview({ backups: { ...backups, trouble: 'missing', youngestAt: null, everyHours: 0 } })
  const none = 'There is no backup'
  expect((await needs()).getByRole('link', { name: none })).toBeTruthy()
  expect(screen.getByText('Automatic backups are off.')).toBeTruthy()
})

test('damaged files are told with the commands that help', async () => {
  overview({ backups: { ...CALM.backups, trouble: 'incomplete' } })
  const link = (await needs()).getByRole('link', { name: 'The last backup is incomplete' })
  expect(link.getAttribute('href')).toBe('/admin/backups')
  expect(screen.getByText(/inkfold db repair/)).toBeTruthy()
  cleanup()
  overview({ backups: { ...CALM.backups, trouble: 'repairable' } })
  expect((await needs()).getByRole('link', { name: 'Stored files are damaged' })).toBeTruthy()
})

test('a backup of the future says what to do about it', async () => {
  overview({ backups: { ...CALM.backups, trouble: 'future' } })
  const future = (await needs()).getByRole('link', { name: 'A backup is dated in the future' })
  expect(future.getAttribute('href')).toBe('/admin/backups')
  expect(screen.getByText(/Remove it once there is a new one\./)).toBeTruthy()
})

const tile = async (name: string) => within(await screen.findByRole('region', { name }))

test('new memos and members are said, drawn, and in a table', async () => {
  overview()
  const memos = await tile('New memos')
  expect(memos.getByText('7 this week, 23 last week, 30 in twelve weeks.')).toBeTruthy()
  const rows = memos.getAllByRole('row').map((row) => row.textContent)
  expect(rows).toHaveLength(13)
  expect(rows.slice(-2)).toEqual(['16 Nov23', '23 Nov7'])
  const members = await tile('New members')
  expect(members.getByText('1 this week, 2 last week, 3 in twelve weeks.')).toBeTruthy()
})

test('progress of reading handwriting is shown', async () => {
  overview({}, [], () => [200, STATISTICS])
  const reading = await tile('Handwriting')
  expect(reading.getByText(/1,204 pictures were read. 301 pictures wait./)).toBeTruthy()
  expect(reading.getByRole('progressbar', { name: 'Pictures that were read' })).toBeTruthy()
})

test('reader that fails or is switched off says so', async () => {
  const fault = 'The model is damaged.'
  const handwriting = { enabled: false, read: 1, waiting: 2, fault }
  overview({}, [], () => [200, { ...STATISTICS, handwriting }])
  const reading = await tile('Handwriting')
  expect(reading.getByText('Reading handwriting is switched off.')).toBeTruthy()
  expect(reading.getByText(`Nothing can be read at present: ${fault}`)).toBeTruthy()
})

test('storage is said in words', async () => {
  overview()
  const storage = await tile('Storage')
  expect(storage.getByText('Pictures and books: 1.2 GB (1,234 files)')).toBeTruthy()
  expect(storage.getByText('Database: 3.1 MB')).toBeTruthy()
  expect(storage.getByText('Free on this disk: 20.0 GB')).toBeTruthy()
})

test('the last backup says whether it is complete', async () => {
  overview()
  const good = await tile('Last backup')
  expect(good.getByText(/The last backup was made/)).toBeTruthy()
  const when = good.getByRole('link', { name: / ago$|month|yesterday/ })
  expect(when.getAttribute('href')).toBe('/admin/backups')
  expect(good.getByText(/every file was read back/)).toBeTruthy()
  cleanup()
  const lastBackup = { madeAt: { _seconds: 1, _nanoseconds: 0 }, bytes: 1, complete: false }
  overview({}, [], () => [200, { ...STATISTICS, lastBackup }])
  expect((await tile('Last backup')).getByText(/It is incomplete/)).toBeTruthy()
  cleanup()
  overview({}, [], () => [200, { ...STATISTICS, lastBackup: null }])
  const none = (await tile('Last backup')).getByRole('link', { name: 'Make one' })
  expect(none.getAttribute('href')).toBe('/admin/backups')
})

test('statistics that fail leave the rest of the page', async () => {
  overview({}, [ADMIN_BOOK], () => [500, refusal('internal', 'The disk is gone.')])
  expect(await screen.findByText(/The statistics can’t be shown/)).toBeTruthy()
  expect(screen.getByText('All caught up.')).toBeTruthy()
})

test('the first book is to be added', async () => {
  overview({ sendsMail: false, suspendedMembers: 2 }, [])
  const add = await screen.findByRole('link', { name: 'Add the first book' })
  expect(add.getAttribute('href')).toBe('/admin/books')
  expect(screen.getByText(/This server doesn’t send email/)).toBeTruthy()
  expect(screen.getByRole('link', { name: '2 members are suspended.' })).toBeTruthy()
})

test('what cannot be fetched is said', async () => {
  signInAs('a1')
  serve({
    '/check-admin': () => [200, { isAdmin: true }],
    '/api/admin/overview': () => [500, refusal('internal', 'The disk is gone.')],
  })
  renderApp('/admin')
  expect(await screen.findByText('The disk is gone.')).toBeTruthy()
})
