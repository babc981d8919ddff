import { fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { Dialog } from './Dialog'
import { DropZone } from './DropZone'

function Opener() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Upload
      </button>
      {open && (
        <Dialog title="Your page" onClose={() => setOpen(false)} data-kind="upload">
          <p>One PDF</p>
          <DropZone accept=".pdf" onFiles={() => undefined}>
            Choose
          </DropZone>
        </Dialog>
      )}
    </>
  )
}

async function open() {
  const user = userEvent.setup()
  render(<Opener />)
  await user.click(screen.getByRole('button', { name: 'Upload' }))
  return { user, dialog: screen.getByRole('dialog', { name: 'Your page' }) }
}

const isOpen = () => screen.queryByRole('dialog') !== null

test('closing it gives the focus back to what opened it', async () => {
  const { user, dialog } = await open()
  expect(dialog.dataset.kind).toBe('upload')
  await user.click(screen.getByRole('button', { name: 'Close' }))
  expect(isOpen()).toBe(false)
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Upload' }))
})

test('a press beside it closes it, a selection that ends there does not', async () => {
  const { dialog } = await open()
  fireEvent.mouseDown(screen.getByText('One PDF'))
  fireEvent.click(dialog)
  expect(isOpen()).toBe(true)
  fireEvent.mouseDown(dialog)
  fireEvent.click(dialog)
  expect(isOpen()).toBe(false)
})

test('Escape closes it, a file chooser that is cancelled inside does not', async () => {
  const { dialog } = await open()
  fireEvent(screen.getByLabelText('Choose'), new Event('cancel', { bubbles: true }))
  expect(isOpen()).toBe(true)
  fireEvent(dialog, new Event('cancel', { cancelable: true }))
  expect(isOpen()).toBe(false)
})

test('keys are heard, but for those that a field or another dialog needs', () => {
  const heard = vi.fn()
  render(
    <Dialog title="Below" onClose={() => undefined} onKeyDown={heard}>
      <input aria-label="Words" />
      <p>Page</p>
      <Dialog title="Above" onClose={() => undefined}>
        <p>Question</p>
      </Dialog>
    </Dialog>,
  )
  fireEvent.keyDown(screen.getByText('Page'), { key: 'ArrowLeft' })
  fireEvent.keyDown(screen.getByLabelText('Words'), { key: 'ArrowRight' })
  fireEvent.keyDown(screen.getByText('Question'), { key: 'ArrowRight' })
  expect(heard.mock.calls).toEqual([['ArrowLeft']])
})
