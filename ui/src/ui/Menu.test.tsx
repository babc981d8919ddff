import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { Menu, MenuButton, MenuLink } from './Menu'

function show() {
  const run = vi.fn()
  render(
    <>
      <Menu label="More">
        <MenuLink href="/library">Library</MenuLink>
        <MenuButton onClick={run}>Sign out</MenuButton>
      </Menu>
      <button type="button">Elsewhere</button>
    </>,
  )
  return { user: userEvent.setup(), run, button: screen.getByRole('button', { name: 'More' }) }
}

const isOpen = () => screen.queryByRole('link', { name: 'Library' }) !== null

test('it says whether it is open', async () => {
  const { user, button } = show()
  expect(button.getAttribute('aria-expanded')).toBe('false')
  await user.click(button)
  expect(button.getAttribute('aria-expanded')).toBe('true')
  expect(isOpen()).toBe(true)
  await user.click(button)
  expect(isOpen()).toBe(false)
})

test('Escape closes it and gives the focus back', async () => {
  const { user, button } = show()
  await user.click(button)
  await user.tab()
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Library' }))
  await user.keyboard('{Escape}')
  expect(isOpen()).toBe(false)
  expect(document.activeElement).toBe(button)
})

test('a press elsewhere closes it, and so does going on with Tab', async () => {
  const { user, button } = show()
  await user.click(button)
  await user.click(document.body)
  expect(isOpen()).toBe(false)

  await user.click(button)
  await user.tab()
  await user.tab()
  expect(isOpen()).toBe(true)
  await user.tab()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Elsewhere' }))
  expect(isOpen()).toBe(false)
})

test('while it is open nothing else can be pressed, and a press beside it only closes it', async () => {
  const { user, button } = show()
  await user.click(button)
  const ground = button.previousElementSibling as HTMLElement
  await user.click(ground)
  expect(isOpen()).toBe(false)
  expect(document.activeElement).toBe(button)
  expect(ground.isConnected).toBe(false)
})

test('the arrow keys go round', async () => {
  const { user, button } = show()
  await user.click(button)
  await user.keyboard('{ArrowDown}{ArrowDown}')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Sign out' }))
  await user.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(button)
  await user.keyboard('{ArrowUp}')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Sign out' }))
})

test('what is chosen runs once, with the menu closed and the focus on its button', async () => {
  const { user, run, button } = show()
  run.mockImplementation(() => expect(document.activeElement).not.toBe(document.body))
  await user.click(button)
  await user.click(screen.getByRole('button', { name: 'Sign out' }))
  expect(run).toHaveBeenCalledTimes(1)
  expect(isOpen()).toBe(false)
  expect(document.activeElement).toBe(button)
})
