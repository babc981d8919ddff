import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { post } from '../../testing/thread-fixtures'
import { Toasts } from '../../ui/Toasts'
import { ShareButton } from './ShareButton'

const ADDRESS = `${window.location.origin}/posts/p1`

interface Abilities {
  share?(data: ShareData): Promise<void>
  clipboard?: { writeText(text: string): Promise<void> }
  /** Result of `document.execCommand('copy')`. */
  copies?: boolean
}

/** Presses the button in a browser that can do this much. */
function press({ share, clipboard, copies = false }: Abilities, on?: 'card' | 'page') {
  if (share) Object.defineProperty(navigator, 'share', { configurable: true, value: share })
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: clipboard })
  const selected: string[] = []
  document.execCommand = () => {
    selected.push((document.activeElement as HTMLTextAreaElement).value)
    return copies
  }
  render(
    <>
      <ShareButton post={post('p1')} on={on} />
      <Toasts />
    </>,
  )
  const button = screen.getByRole('button', { name: 'Share “Page p1”' })
  button.focus()
  fireEvent.click(button)
  return { button, selected }
}

const settle = () => new Promise((resolve) => setTimeout(resolve))
const fails = () => Promise.reject(new DOMException('Not here.', 'NotAllowedError'))

afterEach(() => {
  for (const close of screen.queryAllByRole('button', { name: /Close/ })) fireEvent.click(close)
  for (const name of ['share', 'clipboard']) Reflect.deleteProperty(navigator, name)
})

test('where there is a share sheet, it opens', async () => {
  const share = vi.fn(() => Promise.resolve())
  press({ share })
  expect(share).toHaveBeenCalledWith({ title: 'Page p1', url: ADDRESS })
  await settle()
  expect(screen.queryByText(/copied/)).toBeNull()
})

test('who changes their mind hears nothing', async () => {
  const writeText = vi.fn(() => Promise.resolve())
  press({
    share: () => Promise.reject(new DOMException('Closed.', 'AbortError')),
    clipboard: { writeText },
  })
  await settle()
  expect(writeText).not.toHaveBeenCalled()
  expect(screen.queryByText(/copied/)).toBeNull()
})

test('else it is copied, and each place says so in its words', async () => {
  const writeText = vi.fn(() => Promise.resolve())
  press({ clipboard: { writeText } })
  expect(await screen.findByText('Post share link copied.')).toBeTruthy()
  expect(writeText).toHaveBeenCalledWith(ADDRESS)
})

test('a share sheet that does not open leads to the clipboard', async () => {
  press({ share: fails, clipboard: { writeText: () => Promise.resolve() } }, 'page')
  expect(await screen.findByText('Post share URL has been copied to the clipboard!')).toBeTruthy()
})

test('on plain http it is copied as it always could be, and focus stays', async () => {
  const { button, selected } = press({ copies: true })
  expect(await screen.findByText('Post share link copied.')).toBeTruthy()
  expect(selected).toEqual([ADDRESS])
  expect(document.activeElement).toBe(button)
  expect(document.querySelector('textarea')).toBeNull()
})

test('where nothing is allowed the address is there, selected', async () => {
  press({ clipboard: { writeText: fails } })
  const field = (await screen.findByLabelText('Copy this address')) as HTMLInputElement
  expect(field.value).toBe(ADDRESS)
  expect(document.activeElement).toBe(field)
  expect(field.selectionEnd).toBe(ADDRESS.length)
  expect(screen.queryByText(/copied/)).toBeNull()
})
