import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { community } from '../../lib/community'
import { visit } from '../../testing/visit'

test('the mailbox of the community', async () => {
  vi.spyOn(community, 'contact', 'get').mockReturnValue('hello@example.org')
  visit('/contact')
  const mailbox = await screen.findByRole('link', { name: 'hello@example.org' })
  expect(mailbox.getAttribute('href')).toBe('mailto:hello@example.org')
})

test('without a mailbox, whom to ask', async () => {
  vi.spyOn(community, 'name', 'get').mockReturnValue('The Tuesday Table')
  visit('/contact')
  expect(await screen.findByText(/Ask the person who runs The Tuesday Table/)).toBeTruthy()
  expect(document.querySelector('a[href^="mailto:"]')).toBeNull()
})

test('who runs this copy is on the page about it', async () => {
  vi.spyOn(community, 'name', 'get').mockReturnValue('The Tuesday Table')
  vi.spyOn(community, 'partner', 'get').mockReturnValue('Slate & Nib')
  vi.spyOn(community, 'partnerUrl', 'get').mockReturnValue('https://example.org/slate')
  visit('/about')
  expect(await screen.findByText(/belongs to The Tuesday Table/)).toBeTruthy()
  const partner = within(screen.getByRole('main')).getByRole('link', { name: 'Slate & Nib' })
  expect(partner.getAttribute('href')).toBe('https://example.org/slate')
})
