import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { serverConfig } from '../../lib/server-config'
import { renderApp } from '../../testing/render-app'

test('the mailbox of the community', async () => {
  vi.spyOn(serverConfig, 'contact', 'get').mockReturnValue('hello@example.org')
  renderApp('/contact')
  const mailbox = await screen.findByRole('link', { name: 'hello@example.org' })
  expect(mailbox.getAttribute('href')).toBe('mailto:hello@example.org')
})

test('without a mailbox, whom to ask', async () => {
  vi.spyOn(serverConfig, 'name', 'get').mockReturnValue('The Tuesday Table')
  renderApp('/contact')
  expect(await screen.findByText(/Ask whoever invited you/)).toBeTruthy()
  expect(document.querySelector('a[href^="mailto:"]')).toBeNull()
})

test('who runs this copy is on the page about it', async () => {
  vi.spyOn(serverConfig, 'name', 'get').mockReturnValue('The Tuesday Table')
  vi.spyOn(serverConfig, 'partner', 'get').mockReturnValue('Slate & Nib')
  vi.spyOn(serverConfig, 'partnerUrl', 'get').mockReturnValue('https://example.org/slate')
  renderApp('/about')
  expect(await screen.findByText(/belongs to The Tuesday Table/)).toBeTruthy()
  const partner = within(screen.getByRole('main')).getByRole('link', { name: 'Slate & Nib' })
  expect(partner.getAttribute('href')).toBe('https://example.org/slate')
})
