import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { components } from '../../../api/schema'
import { visitAsAdmin } from '../../../testing/admin'
import { address } from '../../../testing/render-app'
import { refusal } from '../../../testing/server'

type Setting = components['schemas']['SettingView']

const PLAIN = { secret: false, origin: 'default' } as const
const SETTINGS: Setting[] = [
  {
    ...PLAIN,
    key: 'community',
    value: 'Ink Club',
    default: 'Inkfold',
    about: 'Name of the community.',
    origin: 'file',
    file: '/etc/inkfold.toml',
    line: 3,
  },
  { ...PLAIN, key: 'hosts', value: ['ink.lan', 'a.lan'], default: [], about: 'Other names.' },
  {
    ...PLAIN,
    key: 'mail.smtp.password',
    value: '…',
    default: '',
    secret: true,
    about: 'Better is a file with it: see `password_file`.',
    origin: 'variable',
    variable: 'INKFOLD_MAIL__SMTP__PASSWORD',
  },
  { ...PLAIN, key: 'mail.smtp.port', value: 587, default: 587, about: '587 goes with `starttls`.' },
]

const settings = (path = '/admin/settings', all = SETTINGS, warnings: string[] = []) =>
  visitAsAdmin(path, { '/api/admin/settings': () => [200, { settings: all, warnings }] })

const row = async (name: RegExp) => within(await screen.findByRole('row', { name }))

test('every setting says what it is, who says so, and what it is for', async () => {
  settings()
  const community = await row(/^community/)
  for (const words of ['"Ink Club"', '/etc/inkfold.toml, line 3', '"Inkfold"']) {
    expect(community.getByText(words)).toBeTruthy()
  }
  expect((await row(/^hosts/)).getByText('["ink.lan", "a.lan"]')).toBeTruthy()
  const port = await row(/^port/)
  expect(port.getByText('Default')).toBeTruthy()
  expect(port.getByText('starttls').tagName).toBe('CODE')
  const sections = screen.getAllByRole('heading', { level: 2 }).map((each) => each.textContent)
  expect(sections).toEqual(['Top level', '[mail.smtp]'])
  expect(screen.getByText('/etc/inkfold.toml').tagName).toBe('CODE')
})

test('a secret is never shown, only that there is one', async () => {
  settings()
  const password = await row(/^password/)
  expect(password.getByText('Set (hidden)')).toBeTruthy()
  expect(password.getByText('Variable INKFOLD_MAIL__SMTP__PASSWORD')).toBeTruthy()
  expect(screen.queryByText(/…/)).toBeNull()
})

test('the address keeps what is looked for, and whether only what somebody has set', async () => {
  const { user } = settings('/admin/settings?q=smtp')
  expect(await row(/^port/)).toBeTruthy()
  expect(screen.queryByRole('row', { name: /^community/ })).toBeNull()
  expect(screen.getByText('Showing 2 of 4')).toBeTruthy()
  await user.click(screen.getByRole('checkbox', { name: 'Only changed settings' }))
  expect(address()).toBe('/admin/settings?q=smtp&only=set')
  expect(screen.queryByRole('row', { name: /^port/ })).toBeNull()
  expect(await row(/^password/)).toBeTruthy()
  await user.click(screen.getByRole('checkbox', { name: 'Only changed settings' }))
  expect(await row(/^port/)).toBeTruthy()
})

test('untouched settings are said to be at their defaults', async () => {
  settings('/admin/settings?only=set', SETTINGS.slice(3))
  expect(await screen.findByText('Everything is at its default.')).toBeTruthy()
})

test('what works and should be otherwise is told first', async () => {
  settings('/admin/settings', SETTINGS, ['`mail.from` is nobody\nhint: set it'])
  const warning = within((await screen.findByText('mail.from')).parentElement as HTMLElement)
  expect(warning.getByText(/hint: set it/)).toBeTruthy()
})

test('what cannot be fetched is said', async () => {
  visitAsAdmin('/admin/settings', {
    '/api/admin/settings': () => [500, refusal('internal', 'The disk is gone.')],
  })
  expect(await screen.findByText('The disk is gone.')).toBeTruthy()
})
