import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { components } from '../../../api/schema'
import { visitAsAdmin, visitAsKeeper } from '../../../testing/admin'
import { ADMIN_BOOK } from '../../../testing/fixtures'
import { address } from '../../../testing/render-app'
import { refusal } from '../../../testing/server'

type Keeper = components['schemas']['KeeperView']

const KIM: Keeper = { uid: 'k1', name: 'Kim Berg', username: 'kim', disabled: false }
const OTTO: Keeper = { uid: 'm2', name: 'Otto Holm', username: 'otto', disabled: true }
const LIST = '/api/admin/books/b1/keepers'
const KIMS = `${LIST}/k1`

type Handlers = Parameters<typeof visitAsAdmin>[1]

const bookWith = (keepers: Keeper[], handlers: Handlers = {}): Handlers => ({
  '/api/admin/books/b1': () => [200, { book: ADMIN_BOOK, questions: [] }],
  [LIST]: () => [200, keepers],
  ...handlers,
})

const visit = (keepers: Keeper[], handlers?: Handlers) =>
  visitAsAdmin('/admin/books/b1', bookWith(keepers, handlers))

const section = async () => within(await screen.findByRole('region', { name: 'Keepers' }))
const list = async () => (await section()).findAllByRole('listitem')
const dialog = (name: string) => within(screen.getByRole('dialog', { name }))

test('keepers are listed with links for admins, and disabled ones are marked', async () => {
  visit([KIM, OTTO])
  expect((await list()).map(({ textContent }) => textContent)).toEqual([
    'Kim Berg kimRemove…',
    'Otto Holm ottoDisabledRemove…',
  ])
  const kim = (await section()).getByRole('link', { name: 'Kim Berg' })
  expect(kim.getAttribute('href')).toBe('/admin/members/k1')
  expect((await section()).queryByRole('button', { name: /^Stop looking/ })).toBeNull()
})

test('a book without keepers says who looks after it', async () => {
  visit([])
  const words = 'This book has no keepers, so admins look after it.'
  expect(await (await section()).findByText(words)).toBeTruthy()
  expect((await section()).queryByRole('list')).toBeNull()
})

test('an admin adds a keeper by their username', async () => {
  const { user, bodiesOf } = visit([], {
    [LIST]: (_body, _query, method) => [200, method === 'POST' ? [KIM] : []],
  })
  await user.click(await (await section()).findByRole('button', { name: 'Add a keeper…' }))
  const form = dialog('Add a keeper to The kitchen table')
  await user.click(form.getByRole('button', { name: 'Add the keeper' }))
  expect(form.getByText('Enter the username or email of a member.')).toBeTruthy()
  await user.type(form.getByLabelText('Username or email'), ' kim ')
  await user.click(form.getByRole('button', { name: 'Add the keeper' }))
  expect(await screen.findByText('The keeper is added.')).toBeTruthy()
  expect((await list())[0]?.textContent).toContain('Kim Berg')
  expect(bodiesOf(LIST)).toContainEqual({ member: 'kim' })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test.each([
  [404, refusal('not-found', 'This member was not found.')],
  [409, refusal('conflict', 'This account is disabled. It must be enabled first.')],
  [422, refusal('invalid', 'A member keeps at most 100 books.', { bid: 'Too many.' })],
])('a member who cannot be a keeper is refused at the field (%i)', async (status, refused) => {
  const { user } = visit([], {
    [LIST]: (_body, _query, method) => (method === 'POST' ? [status, refused] : [200, []]),
  })
  await user.click(await (await section()).findByRole('button', { name: 'Add a keeper…' }))
  await user.type(screen.getByLabelText('Username or email'), 'kim')
  await user.click(screen.getByRole('button', { name: 'Add the keeper' }))
  const field = await screen.findByRole<HTMLInputElement>('textbox', {
    name: 'Username or email',
    description: refused.error,
  })
  expect(field.value).toBe('kim')
  expect(screen.getAllByText(refused.error)).toHaveLength(1)
})

test('a keeper is removed after a question', async () => {
  const { user, calls } = visit([KIM, OTTO], { [KIMS]: () => [200, [OTTO]] })
  const button = { name: 'Remove Kim Berg as keeper…' }
  await user.click(await (await section()).findByRole('button', button))
  const question = dialog('Remove Kim Berg as keeper?')
  expect(question.queryByText(/admins look after it/)).toBeNull()
  expect(calls.map(({ path }) => path)).not.toContain(KIMS)
  await user.click(question.getByRole('button', { name: 'Remove the keeper' }))
  expect(await screen.findByText('Kim Berg no longer looks after The kitchen table.')).toBeTruthy()
  expect(await list()).toHaveLength(1)
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Keepers'))
})

test('who looks after the book then is said before the last keeper goes', async () => {
  const { user } = visit([KIM], { [KIMS]: () => [503, refusal('busy', 'The server is busy.')] })
  const button = { name: 'Remove Kim Berg as keeper…' }
  await user.click(await (await section()).findByRole('button', button))
  const question = dialog('Remove Kim Berg as keeper?')
  expect(
    question.getByText('It has no other keeper: admins look after it from then on.'),
  ).toBeTruthy()
  await user.click(question.getByRole('button', { name: 'Remove the keeper' }))
  expect(await question.findByText('The server is busy.')).toBeTruthy()
  expect(await list()).toHaveLength(1)
})

test('keepers that cannot be fetched can be tried again, and the book is there all the same', async () => {
  let fails = true
  const { user } = visit([], {
    [LIST]: () => (fails ? [500, refusal('internal', 'The shelf is locked.')] : [200, [KIM]]),
  })
  expect(await screen.findByText('The shelf is locked.')).toBeTruthy()
  expect(screen.getByRole('heading', { level: 1, name: 'The kitchen table' })).toBeTruthy()
  fails = false
  await user.click((await section()).getByRole('button', { name: 'Try again' }))
  expect(await (await section()).findByText('Kim Berg')).toBeTruthy()
})

/** The book as a keeper, whom the server has dismissed after the first call to resign. */
function visitAsKim(keeperOf: string[], handlers: Handlers = {}) {
  let kept = keeperOf
  const visited = visitAsKeeper(
    '/admin/books/b1',
    bookWith([KIM, OTTO], {
      '/check-admin': () => [200, { isAdmin: false, isModerator: false, keeperOf: kept }],
      [KIMS]: () => {
        kept = keeperOf.filter((bid) => bid !== 'b1')
        return [200, []]
      },
      '/api/admin/books': () => [200, [{ ...ADMIN_BOOK, id: 'b2', name: 'Rain' }]],
      '/api/book/list': () => [200, []],
      ...handlers,
    }),
  )
  const pathsAfter = () => {
    const paths = visited.calls.map(({ path }) => path)
    return paths.slice(paths.indexOf(KIMS) + 1)
  }
  return { ...visited, pathsAfter }
}

async function resign({ user }: ReturnType<typeof visitAsKim>) {
  const button = { name: 'Stop looking after this book…' }
  await user.click(await (await section()).findByRole('button', button))
  const question = dialog('Stop looking after The kitchen table?')
  await user.click(question.getByRole('button', { name: 'Stop looking after it' }))
  return question
}

test('a keeper sees who else looks after the book, and may only resign', async () => {
  visitAsKim(['b1'])
  expect((await list()).map(({ textContent }) => textContent)).toEqual([
    'Kim Berg kimStop looking after this book…',
    'Otto Holm ottoDisabled',
  ])
  expect((await section()).queryByRole('link')).toBeNull()
  expect((await section()).queryByRole('button', { name: /Add|Remove/ })).toBeNull()
})

test('a keeper who resigns comes to the books that are left', async () => {
  const visited = visitAsKim(['b1', 'b2'])
  await resign(visited)
  expect(await screen.findByText('You no longer look after The kitchen table.')).toBeTruthy()
  expect(await screen.findByRole('row', { name: /Rain/ })).toBeTruthy()
  expect(address()).toBe('/admin/books')
  await waitFor(() => expect(visited.pathsAfter()).toContain('/query-profile'))
  expect(visited.pathsAfter()).toContain('/check-admin')
  expect(visited.pathsAfter().filter((path) => path.includes('/b1'))).toEqual([])
})

test('a keeper who gives up their only book comes home', async () => {
  const visited = visitAsKim(['b1'])
  await resign(visited)
  expect(await screen.findByText('You no longer look after The kitchen table.')).toBeTruthy()
  await waitFor(() => expect(address()).toBe('/begin'))
  expect(visited.pathsAfter().filter((path) => path.startsWith('/api/admin'))).toEqual([])
})

test('a keeper who cannot resign is told why, and stays', async () => {
  const visited = visitAsKim(['b1'], {
    [KIMS]: () => [503, refusal('busy', 'The server is busy.')],
  })
  const question = await resign(visited)
  expect(await question.findByText('The server is busy.')).toBeTruthy()
  expect(address()).toBe('/admin/books/b1')
})
