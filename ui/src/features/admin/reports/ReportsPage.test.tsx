import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { address, renderApp, signInAs } from '../../../testing/render-app'
import { refusal, serve } from '../../../testing/server'

const AT = { _seconds: 0, _nanoseconds: 0 }
const PAGE = {
  kind: 'post',
  id: 'p1',
  state: 'shown',
  uid: 'm1',
  author: { username: 'mara', name: 'Mara Lindqvist' },
  pid: 'p1',
  topic: 'Letters',
  code: 'letters',
  bid: '',
  book: '',
  question: '',
  editions: [],
  text: 'The heron',
  img: '/media/post/p1-480.png',
  at: AT,
  reports: [
    { id: 'r1', reason: 'Not hers.', reporter: { username: 'otto', name: 'Otto Holm' }, at: AT },
    { id: 'r2', reason: 'Rude.', reporter: { username: '', name: 'a former member' }, at: AT },
  ],
  settled: null,
}
const COMMENT = {
  ...PAGE,
  kind: 'comment',
  id: 'c1',
  author: { username: 'jo', name: 'Jo van Dyk' },
  text: 'Words of Jo',
  img: null,
  reports: PAGE.reports.slice(0, 1),
}
const SETTLE = '/api/admin/reports/settle'

const settled = (what: object, verdict: string) => ({
  ...what,
  state: { hide: 'hidden', show: 'shown', remove: 'removed' }[verdict],
  settled: { verdict, note: '', at: AT },
})

function reports(handlers: Parameters<typeof serve>[0] = {}, query = '') {
  signInAs('a1')
  const server = serve({
    '/check-admin': () => [200, { isAdmin: true }],
    '/api/admin/reports': (_, asked) => [
      200,
      asked.get('state') === 'open' ? [PAGE, COMMENT] : [settled(PAGE, 'hide')],
    ],
    [SETTLE]: ({ kind, verdict }) => [
      200,
      settled(kind === 'post' ? PAGE : COMMENT, String(verdict)),
    ],
    ...handlers,
  })
  return { ...server, user: renderApp(`/admin/reports${query}`) }
}

const card = async (name: RegExp) => within(await screen.findByRole('article', { name }))
const focused = () => document.activeElement?.textContent

test('what was reported is listed with its picture or words, and with every reason', async () => {
  reports()
  const page = await card(/^Page by Mara/)
  expect(page.getByRole('img', { name: 'The heron' }).getAttribute('src')).toContain('p1-480')
  expect(page.getByRole('link', { name: 'Letters' }).getAttribute('href')).toBe('/thread/letters')
  expect(page.getByText('Shown')).toBeTruthy()
  expect(page.getByText('2 reports')).toBeTruthy()
  expect(page.getByText('“Not hers.”').parentElement?.textContent).toContain('Otto Holm')
  expect(page.getByText('“Rude.”').parentElement?.textContent).toContain('a former member')
  const comment = await card(/^Comment by Jo/)
  expect(comment.getByText('Words of Jo')).toBeTruthy()
  expect(comment.queryByRole('img')).toBeNull()
  expect(screen.getByRole('link', { name: 'Reports' }).getAttribute('aria-current')).toBe('page')
  expect(screen.getByRole('link', { name: 'Open' }).getAttribute('aria-current')).toBe('page')
})

test('a page is hidden with a note; it leaves the list, and the next one has the focus', async () => {
  const { user, bodiesOf } = reports()
  const page = await card(/^Page by Mara/)
  await user.type(page.getByLabelText('Note (optional)'), ' Asked her. ')
  await user.click(page.getByRole('button', { name: 'Hide' }))
  expect(await screen.findByText('It is hidden: only its author can see it.')).toBeTruthy()
  expect(screen.queryByRole('article', { name: /^Page by Mara/ })).toBeNull()
  await waitFor(() => expect(focused()).toBe('Comment by Jo van Dyk'))
  await user.click((await card(/^Comment/)).getByRole('button', { name: 'Keep visible' }))
  expect(await screen.findByText('No open reports.')).toBeTruthy()
  await waitFor(() => expect(document.activeElement?.id).toBe('content'))
  expect(bodiesOf(SETTLE)).toEqual([
    { kind: 'post', id: 'p1', seen: 'shown', verdict: 'hide', note: 'Asked her.' },
    { kind: 'comment', id: 'c1', seen: 'shown', verdict: 'show', note: '' },
  ])
})

test('what goes for good is asked about once', async () => {
  const { user, bodiesOf } = reports()
  await user.click((await card(/^Comment/)).getByRole('button', { name: 'Remove…' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Remove this comment?' }))
  expect(bodiesOf(SETTLE)).toEqual([])
  await user.click(dialog.getByRole('button', { name: 'Remove the comment' }))
  expect(await screen.findByText('It was removed.')).toBeTruthy()
  expect(bodiesOf(SETTLE)).toEqual([
    { kind: 'comment', id: 'c1', seen: 'shown', verdict: 'remove', note: '' },
  ])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(focused()).toBe('Page by Mara Lindqvist'))
})

test('a verdict that is refused is said, and the report stays', async () => {
  const { user } = reports({
    [SETTLE]: () => [409, refusal('conflict', 'This was removed already.')],
  })
  const page = await card(/^Page by Mara/)
  await user.type(page.getByLabelText('Note (optional)'), 'Hm')
  await user.click(page.getByRole('button', { name: 'Hide' }))
  expect(
    await screen.findByText('Your decision could not be saved. This was removed already.'),
  ).toBeTruthy()
  expect(page.getByLabelText<HTMLInputElement>('Note (optional)').value).toBe('Hm')
  expect(page.getByRole('button', { name: 'Hide' })).toHaveProperty('disabled', false)
})

test('what is settled is found by its address, and can be decided anew', async () => {
  const { user, bodiesOf } = reports({}, '?state=settled')
  const page = await card(/^Page by Mara/)
  expect(page.getByText(/^Resolved as hidden ·/)).toBeTruthy()
  expect(page.queryByRole('button', { name: 'Keep visible' })).toBeNull()
  await user.click(page.getByRole('button', { name: 'Unhide' }))
  expect(await screen.findByText('It is visible to everyone.')).toBeTruthy()
  expect(await (await card(/^Page by Mara/)).findByText(/^Resolved as shown ·/)).toBeTruthy()
  expect(bodiesOf(SETTLE)).toEqual([
    { kind: 'post', id: 'p1', seen: 'hidden', verdict: 'show', note: '' },
  ])
  await user.click(screen.getByRole('link', { name: 'Open' }))
  expect(await card(/^Comment by Jo/)).toBeTruthy()
  expect(address()).toBe('/admin/reports')
})

test('the author is suspended from here', async () => {
  const { user, bodiesOf } = reports({
    '/api/admin/members/m1/suspend': () => [
      200,
      { uid: 'm1', name: 'Mara Lindqvist', suspension: { until: AT, why: '' } },
    ],
  })
  await user.click((await card(/^Page/)).getByRole('button', { name: 'Suspend author…' }))
  await user.click(screen.getByRole('button', { name: 'Suspend' }))
  expect(await screen.findByText(/^Mara Lindqvist is suspended until/)).toBeTruthy()
  expect(bodiesOf('/api/admin/members/m1/suspend')).toEqual([{ days: 7, why: '' }])
  expect(await card(/^Page by Mara/)).toBeTruthy()
})

test('keys go through the reports and decide, but not where one types', async () => {
  const { user, bodiesOf } = reports()
  const page = await card(/^Page by Mara/)
  await user.keyboard('h')
  expect(focused()).toBe('Page by Mara Lindqvist')
  await user.keyboard('jk')
  expect(focused()).toBe('Page by Mara Lindqvist')
  await user.type(page.getByLabelText('Note (optional)'), 'hrs')
  expect(bodiesOf(SETTLE)).toEqual([])
  page.getByRole('heading', { level: 2 }).focus()
  await user.keyboard('s')
  await waitFor(() => expect(focused()).toBe('Comment by Jo van Dyk'))
  await user.keyboard('r')
  expect(screen.getByRole('dialog', { name: 'Remove this comment?' })).toBeTruthy()
  expect(bodiesOf(SETTLE).map(({ verdict }) => verdict)).toEqual(['show'])
})

test('a moderator decides, but cannot suspend the author', async () => {
  const { user, bodiesOf } = reports({
    '/check-admin': () => [200, { isAdmin: false, isModerator: true, keeperOf: [] }],
  })
  const page = await card(/^Page by Mara/)
  expect(page.getByText('Only admins and moderators can see this note.')).toBeTruthy()
  expect(page.queryByRole('button', { name: 'Suspend author…' })).toBeNull()
  await user.click(page.getByRole('button', { name: 'Hide' }))
  expect(await screen.findByText('It is hidden: only its author can see it.')).toBeTruthy()
  expect(bodiesOf(SETTLE)).toHaveLength(1)
})

test('members who are no admins are sent away', async () => {
  reports({ '/check-admin': () => [200, { isAdmin: false }] })
  await screen.findByLabelText('Password')
  expect(address()).toBe('/signin')
})
