import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { navigate } from 'wouter/use-browser-location'
import { announce } from '../lib/announce'
import { chooseDisplay } from '../lib/display'
import { notify } from '../lib/notify'
import { Dialog } from './Dialog'
import { Toasts } from './Toasts'

beforeEach(() => {
  vi.useFakeTimers()
  render(
    <>
      <button type="button">Delete</button>
      <Toasts />
    </>,
  )
})

afterEach(() => {
  for (const close of screen.queryAllByRole('button', { name: /Close/ })) fireEvent.click(close)
  chooseDisplay('screen')
  vi.useRealTimers()
})

const say = (message: string, action?: { label: string; run(): void }) =>
  act(() => {
    notify({ message, action })
  })
const wait = (seconds: number) => act(() => vi.advanceTimersByTime(seconds * 1000))
const shown = () => screen.queryAllByRole('paragraph').map(({ textContent }) => textContent)
const region = () => screen.getByRole('status')

test('a message is said and goes after eight seconds', () => {
  say('Post deleted.')
  expect(region().textContent).toContain('Post deleted.')
  wait(7)
  expect(shown()).toEqual(['Post deleted.'])
  wait(1.1)
  expect(shown()).toEqual([])
})

test('it stays as long as somebody points at it or is in it', () => {
  say('Post deleted.')
  fireEvent.mouseEnter(region())
  wait(60)
  fireEvent.mouseLeave(region())
  wait(7)
  act(() => screen.getByRole('button', { name: 'Close message' }).focus())
  wait(60)
  expect(shown()).toEqual(['Post deleted.'])
})

test('Undo runs, the message goes, and the focus is back where it was', () => {
  const undo = vi.fn()
  const origin = screen.getByRole('button', { name: 'Delete' })
  say('Post deleted.', { label: 'Undo', run: undo })
  const button = screen.getByRole('button', { name: 'Undo' })
  act(() => origin.focus())
  act(() => button.focus())
  fireEvent.click(button)
  expect(undo).toHaveBeenCalledTimes(1)
  expect(shown()).toEqual([])
  expect(document.activeElement).toBe(origin)
})

test('Ctrl+Z undoes the last that can be undone, but for those who type', () => {
  const undo = vi.fn()
  for (const which of ['first', 'second']) {
    act(() => {
      notify({
        message: 'Deleted.',
        action: { label: 'Undo', isUndo: true, run: () => undo(which) },
      })
    })
  }
  say('Not saved.', { label: 'Try again', run: () => undo('neither') })
  const field = document.body.appendChild(document.createElement('textarea'))
  fireEvent.keyDown(field, { key: 'z', ctrlKey: true })
  field.remove()
  expect(undo).not.toHaveBeenCalled()
  fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true })
  fireEvent.keyDown(document.body, { key: 'z', metaKey: true })
  expect(undo.mock.calls).toEqual([['second'], ['first']])
  expect(shown()).toEqual(['Not saved.'])
  fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true })
  expect(undo).toHaveBeenCalledTimes(2)
})

test('above a page that is covered they stand in what covers it', () => {
  say('Post deleted.')
  const { unmount } = render(
    <Dialog title="A page" full onClose={() => undefined}>
      <p>Its comments</p>
    </Dialog>,
  )
  expect(shown()).toEqual(['Its comments', 'Post deleted.'])
  const dialog = screen.getByRole('dialog')
  expect(dialog.contains(screen.getByText('Post deleted.'))).toBe(true)
  act(() => announce('Copied.'))
  expect(dialog.contains(screen.getByText('Copied.'))).toBe(true)
  unmount()
  expect(shown()).toEqual(['Post deleted.'])
})

test('there are at most three, and one said twice is shown once', () => {
  for (const words of ['One', 'Two', 'Three', 'Two', 'Four']) say(words)
  expect(shown()).toEqual(['Three', 'Two', 'Four'])
})

test('on paper display it stays until the next page', () => {
  act(() => chooseDisplay('paper'))
  say('Post deleted.')
  // The action itself has led here.
  act(() => navigate('/thread'))
  wait(60)
  expect(shown()).toEqual(['Post deleted.'])
  act(() => navigate('/library'))
  expect(shown()).toEqual([])
})
