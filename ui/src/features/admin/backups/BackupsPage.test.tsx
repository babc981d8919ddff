import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { components } from '../../../api/schema'
import { visitAsAdmin } from '../../../testing/admin'
import { refusal } from '../../../testing/server'

type Backups = components['schemas']['BackupsView']

const at = (ago: number) => ({ _seconds: Math.floor(Date.now() / 1000) - ago, _nanoseconds: 0 })
const HOUR = 3600
const OLD = {
  name: '2026-11-21T21-04-05Z',
  madeAt: at(27 * HOUR),
  bytes: 184_000_000,
  files: 1204,
  newFiles: 3,
  missing: 2,
  missingTemplates: 1,
  flaws: 0,
  program: '0.1.0',
  encrypted: false,
}
const ALL: Backups = {
  folder: '/media/stick/inkfold',
  everyHours: 24,
  backups: [
    { ...OLD, name: '2026-11-22T21-04-05Z', madeAt: at(3 * HOUR), missing: 0, missingTemplates: 0 },
    OLD,
  ],
  unreadable: [],
  step: null,
  failure: null,
  nextAt: at(-21 * HOUR),
  isDue: false,
  copies: [],
}

/** Answers the requests one after the other; the last answer repeats. */
function backups(answers: Partial<Backups>[], ask: () => [number, unknown?] = () => [202]) {
  const left = [...answers]
  return visitAsAdmin('/admin/backups', {
    '/api/admin/backups': (_body, _query, method) =>
      method === 'POST' ? ask() : [200, { ...ALL, ...(left.length > 1 ? left.shift() : left[0]) }],
  })
}

const row = async (name: RegExp) => within(await screen.findByRole('row', { name }))
const fact = (name: string) => screen.getByText(name).nextElementSibling?.textContent

test('every backup says when it was made, how large it is, and what it lacks', async () => {
  backups([{}])
  const young = await row(/2026-11-22/)
  for (const words of ['3 hours ago', '184.0 MB', '1,204 files, 3 new', 'Complete', '0.1.0']) {
    expect(young.getByText(words)).toBeTruthy()
  }
  expect((await row(/2026-11-21/)).getByText('2 files missing')).toBeTruthy()
  expect((await row(/2026-11-21/)).getByText('1 template missing')).toBeTruthy()
  expect(fact('Last backup')).toBe('3 hours ago')
  expect(fact('Next backup')).toBe('in 21 hours')
  expect(fact('Schedule')).toBe('Every day')
  const path = '/media/stick/inkfold/2026-11-22T21-04-05Z'
  expect(screen.getByText(`inkfold restore ${path}`)).toBeTruthy()
  const settings = screen.getByRole('link', { name: 'settings' })
  expect(settings.getAttribute('href')).toBe('/admin/settings?q=backup')
})

test('a backup that cannot be read is named with its error', async () => {
  const error = 'The backup 2026-11-20T21-04-05Z is damaged.'
  backups([{ unreadable: [{ name: '2026-11-20T21-04-05Z', error }] }])
  expect(await screen.findByText('A backup can’t be read.')).toBeTruthy()
  expect(screen.getByText(error)).toBeTruthy()
})

test('one that is asked for is watched until it is made', async () => {
  const youngest = { ...OLD, name: '2026-11-23T09-00-00Z', madeAt: at(1), missing: 0 }
  const { user } = backups([
    {},
    { isDue: true, nextAt: at(1) },
    { isDue: true, nextAt: at(1), step: { done: 3, of: 12 } },
    { backups: [youngest, ...ALL.backups] },
  ])
  await user.click(await screen.findByRole('button', { name: 'Back up now' }))
  expect(await screen.findByText('3 of 12 files')).toBeTruthy()
  const bar = screen.getByRole('progressbar', { name: 'The backup' })
  expect(bar.getAttribute('value')).toBe('25')
  expect(screen.getByRole('button', { name: 'Back up now' }).hasAttribute('disabled')).toBe(true)
  expect(await screen.findByText(/The backup is complete/)).toBeTruthy()
  expect(await row(/2026-11-23/)).toBeTruthy()
  expect(screen.queryByRole('progressbar')).toBeNull()
})

test('whoever comes while one is made sees how far it is', async () => {
  backups([{ isDue: true, step: { done: 6, of: 12 } }])
  expect(await screen.findByText('6 of 12 files')).toBeTruthy()
  expect(fact('Next backup')).toBe('Now')
})

test('a failure says why, what to do, and when it is tried again', async () => {
  const words = 'There is no folder /media/stick/inkfold: is the disk connected?'
  backups([{ failure: { at: at(600), words }, nextAt: at(-3000) }])
  const alert = within(await screen.findByRole('alert'))
  expect(alert.getByText(/There is no folder .* is the disk connected\?$/)).toBeTruthy()
  expect(alert.getByText(/The next attempt is in 50 minutes\./)).toBeTruthy()
})

test('where there is none it is said, and how one would be put back', async () => {
  backups([{ backups: [], everyHours: 0, nextAt: null }])
  expect(await screen.findByText('No backups yet.')).toBeTruthy()
  expect(fact('Schedule')).toBe('Manual only')
  expect(fact('Next backup')).toBe('When you start one')
  expect(screen.getByText('inkfold restore /media/stick/inkfold/NAME')).toBeTruthy()
})

test('an encrypted one says so, and what it takes to put it back', async () => {
  const young = { ...OLD, name: '2026-11-22T21-04-05Z', madeAt: at(HOUR), encrypted: true }
  backups([{ backups: [young, OLD] }])
  expect((await row(/2026-11-22/)).getByText('Encrypted')).toBeTruthy()
  expect((await row(/2026-11-21/)).queryByText('Encrypted')).toBeNull()
  const path = '/media/stick/inkfold/2026-11-22T21-04-05Z'
  expect(screen.getByText(`inkfold restore ${path} --identity KEY`)).toBeTruthy()
})

test('what cannot be asked for says why', async () => {
  const { user } = backups([{}], () => [503, refusal('internal', 'The disk is gone.')])
  await user.click(await screen.findByRole('button', { name: 'Back up now' }))
  expect(await screen.findByText('The backup could not be started. The disk is gone.')).toBeTruthy()
})

test('every copy says how it is, and why one is not up to date', async () => {
  const place = 's3://AKIA@s3.example.org/ink'
  const copy = { place, youngestAt: at(3 * HOUR), backups: 9, step: null, failure: null }
  const failure = { at: at(HOUR), words: 'https://nas.lan/ink cannot be reached: timeout.' }
  backups([
    {
      copies: [
        copy,
        { ...copy, place: 'https://nas.lan/ink', youngestAt: null, backups: 0, failure },
        { ...copy, place: 'https://cloud.example.org/ink', step: { done: 3, of: 12 } },
      ],
    },
  ])
  expect((await row(/s3.example.org/)).getByText('Up to date')).toBeTruthy()
  const failed = await row(/nas.lan/)
  expect(failed.getByText('Out of date')).toBeTruthy()
  expect(failed.getByText('None yet')).toBeTruthy()
  expect((await row(/cloud/)).getByText('Copying: 3 of 12 files')).toBeTruthy()
  expect(screen.getByText(/nas.lan\/ink cannot be reached/)).toBeTruthy()
})

test('a community without copies is told of none', async () => {
  backups([{}])
  await row(/2026-11-22/)
  expect(screen.queryByText('Copies on other machines')).toBeNull()
})
