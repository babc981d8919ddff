import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { components } from '../../api/schema'
import { renderApp, signInAs } from '../../testing/render-app'
import { refusal, serve } from '../../testing/server'

const AT = { _seconds: 0, _nanoseconds: 0 }
const SETTLE = '/api/admin/reports/settle'

const MEMO: components['schemas']['ReportedView'] = {
  kind: 'memo',
  id: 'm1',
  state: 'shown',
  uid: 'm1',
  author: { username: 'mara', name: 'Mara Lindqvist' },
  pid: '',
  topic: '',
  code: '',
  bid: 'b1',
  book: 'The kitchen table',
  question: 'What about the smell?',
  editions: [1, 2],
  text: '',
  img: '/media/m1.png',
  at: AT,
  reports: [
    { id: 'r1', reason: 'Not hers.', reporter: { username: 'otto', name: 'Otto Holm' }, at: AT },
  ],
  settled: null,
}

/** The reports page with a memo, whose verdict is answered so. */
function visitReports(answer: [number, unknown]) {
  signInAs('a1')
  const { bodiesOf } = serve({
    '/check-admin': () => [200, { isAdmin: true }],
    '/api/admin/reports': () => [200, [MEMO]],
    [SETTLE]: () => answer,
  })
  return { bodiesOf, user: renderApp('/admin/reports') }
}

const card = async (name: RegExp) => within(await screen.findByRole('article', { name }))

test('memo is hidden with a reason for its writer', async () => {
  const settled = { verdict: 'hide', note: '', at: AT }
  const { user, bodiesOf } = visitReports([200, { ...MEMO, state: 'hidden', settled }])
  const memo = await card(/^Memo by Mara/)
  expect(memo.getByRole('img').getAttribute('src')).toBe('/media/m1.png')
  const leadsTo = (name: RegExp) => memo.getByRole('link', { name }).getAttribute('href')
  expect(leadsTo(/^The kitchen table/)).toBe('/admin/books/b1')
  expect(leadsTo(/^Open in context/)).toBe('/memo/m1')
  expect(memo.getByText(/^Editions 1, 2 contain it/)).toBeTruthy()
  await user.click(memo.getByRole('button', { name: 'Hide…' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Hide this memo?' }))
  await user.click(dialog.getByRole('button', { name: 'Hide the memo' }))
  expect(dialog.getByText('Enter a reason for the author.')).toBeTruthy()
  await user.type(dialog.getByLabelText('Reason for Mara Lindqvist'), ' It names me. ')
  await user.click(dialog.getByRole('button', { name: 'Hide the memo' }))
  expect(await screen.findByText('It is hidden: only its author can see it.')).toBeTruthy()
  expect(bodiesOf(SETTLE)).toEqual([
    { kind: 'memo', id: 'm1', seen: 'shown', verdict: 'hide', note: '', why: 'It names me.' },
  ])
})

test('refused removal of a memo is said in its dialog', async () => {
  const { user } = visitReports([409, refusal('conflict', 'This was removed already.')])
  const memo = await card(/^Memo by Mara/)
  await user.click(memo.getByRole('button', { name: 'Remove…' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Remove this memo?' }))
  await user.type(dialog.getByLabelText('Reason for Mara Lindqvist'), 'No.')
  await user.click(dialog.getByRole('button', { name: 'Remove the memo' }))
  expect(await dialog.findByText('This was removed already.')).toBeTruthy()
})
