import { fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { chooseDisplay } from '../lib/display'
import { Pager } from './Pager'

afterEach(() => chooseDisplay('screen'))

function Pages() {
  const [page, setPage] = useState(1)
  return (
    <>
      <Pager page={page} pages={2} onPage={setPage} keys />
      <input aria-label="Search" />
    </>
  )
}

test('a page with an address of its own is a link', () => {
  render(<Pager page={2} pages={14} href={(page) => `?page=${page}`} />)
  const next = screen.getByRole('link', { name: 'Next' })
  expect([next.getAttribute('href'), next.getAttribute('rel')]).toEqual(['?page=3', 'next'])
  expect(screen.getByRole('link', { name: 'Previous' }).getAttribute('rel')).toBe('prev')
  expect(screen.getByText('Page 2 of 14')).toBeTruthy()
})

test('the last page keeps the focus on the button that led to it', async () => {
  const user = userEvent.setup()
  render(<Pages />)
  const next = screen.getByRole('button', { name: 'Next' })
  await user.click(next)
  await user.click(next)
  expect(screen.getByText('Page 2 of 2')).toBeTruthy()
  expect(next.getAttribute('aria-disabled')).toBe('true')
  expect(document.activeElement).toBe(next)
})

test.each([
  ['ArrowRight', 'ArrowLeft'],
  ['PageDown', 'PageUp'],
])('on paper display %s and %s turn pages, but not while somebody types', (on, back) => {
  chooseDisplay('paper')
  render(<Pages />)
  fireEvent.keyDown(document.body, { key: on })
  expect(screen.getByText('Page 2 of 2')).toBeTruthy()
  fireEvent.keyDown(screen.getByLabelText('Search'), { key: back })
  fireEvent.keyDown(document.body, { key: back, altKey: true })
  expect(screen.getByText('Page 2 of 2')).toBeTruthy()
  fireEvent.keyDown(document.body, { key: back })
  expect(screen.getByText('Page 1 of 2')).toBeTruthy()
})

test('on screens these keys scroll, as everywhere', () => {
  render(<Pages />)
  fireEvent.keyDown(document.body, { key: 'PageDown' })
  expect(screen.getByText('Page 1 of 2')).toBeTruthy()
})
