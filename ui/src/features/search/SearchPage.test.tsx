import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { address, renderApp } from '../../testing/render-app'
import { refusal, serve } from '../../testing/server'

const BOOK = {
  kind: 'book',
  id: 'b1',
  bid: 'b1',
  book: 'Blue ink',
  qid: null,
  pid: null,
  published: true,
  title: { text: 'Blue ink', marks: [[5, 8]] },
  text: { text: '🖋 <b>ink</b>', marks: [[6, 9]] },
  author: null,
  authorMarks: [],
  img: null,
  handwriting: null,
  at: { _seconds: 0, _nanoseconds: 0 },
}
const MEMO = {
  ...BOOK,
  kind: 'memo',
  id: 'm1',
  qid: 'smell',
  title: { text: 'What did it smell of?', marks: [] },
  text: { text: '', marks: [] },
  author: { username: 'mara', name: 'Mara Lind' },
  authorMarks: [[0, 4]],
  img: '/media/x.png',
}

const answer = (results: unknown[], total = results.length, page = 1) => ({
  total,
  page,
  pages: Math.max(1, Math.ceil(total / 20)),
  results,
})

test('what was found is shown with its marks, and never as markup', async () => {
  serve({ '/api/search': () => [200, answer([BOOK, MEMO])] })
  renderApp('/search?q=ink')
  expect(await screen.findByText('2 results')).toBeTruthy()
  const [book, memo] = screen.getAllByRole('article').map((article) => within(article))
  expect(book?.getByRole('link').getAttribute('href')).toBe('/book/b1/read')
  const marks = screen.getAllByText('ink', { selector: 'mark' })
  expect(marks.length).toBe(2)
  expect(marks[1]?.closest('p')?.textContent).toBe('🖋 <b>ink</b>')
  expect(memo?.getByRole('link').getAttribute('href')).toBe('/book/b1/read/smell?memo=m1')
  expect(memo?.getByText('Mara', { selector: 'mark' })).toBeTruthy()
  expect(memo?.getByRole('img', { name: 'Handwriting of Mara Lind' })).toBeTruthy()
})

test('handwriting that may contain the words shows its line', async () => {
  const area = { left: 60, top: 210, width: 900, height: 100 }
  const handwriting = {
    width: 1120,
    height: 876,
    line: area,
    marks: [{ ...area, left: 700, width: 250 }],
    text: { text: 'leg. We kept a folded', marks: [[15, 21]] },
  }
  serve({ '/api/search': () => [200, answer([{ ...MEMO, handwriting }])] })
  renderApp('/search?q=folded')
  expect(await screen.findByText('Handwriting that may contain your words')).toBeTruthy()
  const line = screen.getByRole('img', {
    name: 'Handwriting of Mara Lind, which may say: leg. We kept a folded',
  })
  expect(line.getAttribute('viewBox')).toBe('50 200 920 120')
  expect(line.querySelector('rect')?.getAttribute('x')).toBe('700')
})

test('what is not published leads to its own page, and to answering', async () => {
  const found = [BOOK, MEMO].map((result) => ({ ...result, published: false }))
  serve({ '/api/search': () => [200, answer(found)] })
  renderApp('/search?q=ink')
  expect(await screen.findByText('2 results')).toBeTruthy()
  const links = screen.getAllByRole('article').map((article) => within(article).getByRole('link'))
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/book/contribute/post/b1',
    '/memo/m1',
  ])
})

test('what stands in threads leads there', async () => {
  const place = { ...MEMO, bid: 'ink', book: 'Ink', qid: null, img: null }
  const found = [
    { ...place, kind: 'topic', id: 't1', title: { text: 'Ink', marks: [] }, author: null },
    { ...place, kind: 'post', id: 'p1', pid: 'p1', title: { text: '', marks: [] } },
    { ...place, kind: 'comment', id: 'c1', pid: 'p1', title: { text: 'Heron', marks: [] } },
  ]
  serve({ '/api/search': () => [200, answer(found)] })
  renderApp('/search?q=ink&kind=comment')
  expect(await screen.findByText('3 results')).toBeTruthy()
  const links = screen.getAllByRole('article').map((article) => within(article).getByRole('link'))
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Ink', '/thread/ink'],
    ['A page by Mara Lind', '/posts/p1'],
    ['Heron', '/posts/p1'],
  ])
  const tab = screen.getByRole('link', { name: 'Comments' })
  expect(tab.getAttribute('aria-current')).toBe('page')
})

test('what is looked for stands in the address', async () => {
  serve({ '/api/search': () => [200, answer([BOOK], 41, 2)] })
  const user = renderApp('/search')
  const box = screen.getByRole('searchbox', { name: 'What are you looking for?' })
  expect(document.activeElement).toBe(box)
  await user.type(box, ' blue ink{enter}')
  expect(address()).toBe('/search?q=blue%20ink')
  await user.click(await screen.findByRole('link', { name: 'Books' }))
  expect(address()).toBe('/search?q=blue%20ink&kind=book')
  await user.click(await screen.findByRole('link', { name: 'Next' }))
  expect(address()).toBe('/search?q=blue%20ink&kind=book&page=3')
  expect(await screen.findByText('41 results')).toBeTruthy()
})

test('a page whose results are gone gives way to the last one', async () => {
  let show = () => {}
  const held = new Promise<void>((resolve) => {
    show = resolve
  })
  serve({
    '/api/search': async (_, query) => {
      if (query.get('page') === '2') return [200, answer([], 1, 2)]
      await held
      return [200, answer([BOOK])]
    },
  })
  renderApp('/search?q=ink&page=2')
  await waitFor(() => expect(address()).toBe('/search?q=ink'))
  expect(screen.getByText('Searching…')).toBeTruthy()
  show()
  expect(await screen.findByText('1 result')).toBeTruthy()
  expect(screen.getByRole('article')).toBeTruthy()
})

test('nothing is asked before something is typed', async () => {
  const asked: (string | null)[] = []
  serve({
    '/api/search': (_, query) => {
      asked.push(query.get('q'))
      return [200, answer([BOOK])]
    },
  })
  const user = renderApp('/search?q=%20')
  expect(screen.queryByRole('navigation', { name: 'What to search' })).toBeNull()
  await user.type(screen.getByRole('searchbox'), 'ink{enter}')
  expect(await screen.findByText('1 result')).toBeTruthy()
  expect(asked).toEqual(['ink'])
})

test('where nothing is found, there is a way on', async () => {
  serve({ '/api/search': () => [200, answer([])] })
  const user = renderApp('/search?q=xyzzy&kind=memo')
  expect(await screen.findByText('Nothing was found for “xyzzy”.')).toBeTruthy()
  await user.click(screen.getByRole('link', { name: 'Search everything' }))
  await user.click(await screen.findByRole('link', { name: 'Clear search' }))
  expect(address()).toBe('/search')
  const box = screen.getByRole<HTMLInputElement>('searchbox')
  expect(box.value).toBe('')
  expect(document.activeElement).toBe(box)
})

test('a search that failed can be tried again', async () => {
  let tries = 0
  serve({
    '/api/search': () => {
      tries += 1
      return tries === 1
        ? [503, refusal('busy', 'The server is busy. Please try again in a moment.')]
        : [200, answer([BOOK])]
    },
  })
  const user = renderApp('/search?q=ink')
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('1 result')).toBeTruthy()
})
