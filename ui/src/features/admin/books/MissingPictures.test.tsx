import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { visitAsAdmin, visitAsKeeper } from '../../../testing/admin'
import { ADMIN_BOOK } from '../../../testing/fixtures'

const memo = (number: number) => ({
  mid: `m${number}`,
  uid: 'u1',
  author: { username: 'mara', name: 'Mara' },
  qid: `q${number}`,
  question: `What is memory ${number}?`,
  number,
})
const FORMER = { ...memo(3), author: { username: '', name: 'a former member' } }
const GONE = { ...memo(4), question: '', number: 0 }

function visitBook(missingPictures: object[], visit: typeof visitAsAdmin = visitAsAdmin) {
  const book = { ...ADMIN_BOOK, edition: 2, missingPictures }
  return visit('/admin/books/b1', {
    '/api/admin/books': () => [200, [book]],
    '/api/admin/books/b1': () => [200, { book, questions: [] }],
  })
}

test('missing pictures are named with the command that repairs them', async () => {
  visitBook([memo(2), FORMER, GONE])
  const words = await screen.findByText('Edition 2 was published without 3 pictures.')
  const notice = words.closest<HTMLElement>('[role="status"]')
  if (!notice) throw new Error('the words stand in no notice')
  const items = within(notice).getAllByRole('listitem')
  expect(items.map(({ textContent }) => textContent)).toEqual([
    'Question 2: What is memory 2? Mara (mara)',
    'Question 3: What is memory 3? a former member',
    'Question q4 Mara (mara)',
  ])
  const link = within(notice).getByRole('link', { name: /^Question 2:/ })
  expect(link.getAttribute('href')).toBe('/memo/m2')
  expect(within(notice).getByText('inkfold db repair')).toBeTruthy()
})

test('many missing pictures are counted after ten', async () => {
  visitBook(Array.from({ length: 11 }, (_, index) => memo(index + 1)))
  expect(await screen.findByText(/^Question 10:/)).toBeTruthy()
  expect(screen.queryByText(/^Question 11:/)).toBeNull()
  expect(screen.getByText(/^1 more picture is missing\./)).toBeTruthy()
})

test('keeper is told to ask an admin instead of running commands', async () => {
  visitBook(
    Array.from({ length: 11 }, (_, index) => memo(index + 1)),
    visitAsKeeper,
  )
  expect(await screen.findByText(/^1 more picture is missing\./)).toBeTruthy()
  expect(
    screen.getByText('Ask an admin to look for copies in the trash and in the backups.'),
  ).toBeTruthy()
  expect(screen.queryByText(/inkfold/)).toBeNull()
})

test('complete edition has no notice', async () => {
  visitBook([])
  expect(await screen.findByText('Edition 2')).toBeTruthy()
  expect(screen.queryByText(/without/)).toBeNull()
  expect(screen.queryByText('inkfold db repair')).toBeNull()
})

test('list of books counts missing pictures', async () => {
  const book = { ...ADMIN_BOOK, edition: 2, missingPictures: [memo(2)] }
  visitAsAdmin('/admin/books', { '/api/admin/books': () => [200, [book]] })
  expect(await screen.findByText('Published without 1 picture')).toBeTruthy()
})
