import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { visitAsAdmin } from '../../../testing/admin'
import { MEMBER } from '../../../testing/fixtures'
import { address, type renderApp } from '../../../testing/render-app'
import { refusal } from '../../../testing/server'
import type { MemberDetails } from './queries'

const DETAILS: MemberDetails = {
  member: MEMBER,
  referredBy: 'Word of Mouth',
  invitedBy: { username: 'ada', name: 'Ada Blum' },
  handedness: 'left',
  preferredTablets: 'Supernote,Boox',
  spokenLanguages: 'English',
  sessions: 2,
  books: [{ bid: 'b1', name: 'The kitchen table', memos: 3 }],
  keeperOf: [],
}

const member = (handlers: Parameters<typeof visitAsAdmin>[1] = {}, details = DETAILS) =>
  visitAsAdmin('/admin/members/m1', {
    '/api/admin/members/m1': () => [200, details],
    '/api/admin/members': () => [
      200,
      [{ ...MEMBER, uid: 'a1', name: 'Ada Blum', username: 'ada' }],
    ],
    ...handlers,
  })

async function openDeletion(user: ReturnType<typeof renderApp>) {
  await user.click(await screen.findByRole('button', { name: 'Actions for Mara Lindqvist' }))
  await user.click(screen.getByRole('button', { name: 'Delete the account…' }))
  return within(screen.getByRole('dialog'))
}

test('what is known of a member, and what they wrote', async () => {
  member()
  expect(await screen.findByRole('heading', { level: 1, name: 'Mara Lindqvist' })).toBeTruthy()
  for (const words of [
    'In 2 browsers',
    'Left hand, Supernote, Boox',
    'Word of Mouth',
    'Invited by',
    'Ada Blum',
    'Not verified',
  ]) {
    expect(screen.getByText(words)).toBeTruthy()
  }
  const memos = screen.getByRole('link', { name: 'The kitchen table' })
  expect(memos.getAttribute('href')).toBe('/admin/b1/m1')
  expect(screen.getByText('3 entries')).toBeTruthy()
})

test('the roles of a member, with links to the books that they keep', async () => {
  member(
    {},
    {
      ...DETAILS,
      member: { ...MEMBER, isModerator: true },
      keeperOf: [{ bid: 'b2', name: 'Rain' }],
    },
  )
  expect(await screen.findByText('Moderator')).toBeTruthy()
  expect(screen.getByText('Keeper of')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Rain' }).getAttribute('href')).toBe('/admin/books/b2')
})

test('a member without roles', async () => {
  member()
  expect(await screen.findByText('Not verified')).toBeTruthy()
  expect(screen.queryByText(/Moderator|Keeper of/)).toBeNull()
})

test('what is done here is seen here', async () => {
  const { user } = member({
    '/api/admin/members/m1/change': () => [200, { ...MEMBER, emailVerified: true }],
  })
  await user.click(await screen.findByRole('button', { name: /^Actions for/ }))
  await user.click(screen.getByRole('button', { name: 'Mark as verified' }))
  expect(await screen.findByText('Verified')).toBeTruthy()
})

test('an account is deleted with the name and the password', async () => {
  const { user, bodiesOf } = member({ '/api/admin/members/m1/delete': () => [204] })
  const dialog = await openDeletion(user)
  const remove = dialog.getByRole<HTMLButtonElement>('button', { name: /for good/ })
  expect(dialog.getByText('Suggestions, reports and blocks.')).toBeTruthy()
  expect(dialog.queryByText(/prize game/), 'none is played here').toBeNull()
  await user.type(dialog.getByLabelText('Your own password'), 'correct horse')
  await user.type(dialog.getByLabelText(/^Type the username/), 'maria')
  expect(remove.disabled).toBe(true)
  await user.clear(dialog.getByLabelText(/^Type the username/))
  await user.type(dialog.getByLabelText(/^Type the username/), 'Mara')
  await user.click(remove)
  expect(await screen.findByText('The account of Mara Lindqvist is deleted.')).toBeTruthy()
  expect(await screen.findByText('Ada Blum')).toBeTruthy()
  expect(address()).toBe('/admin/members')
  expect(bodiesOf('/api/admin/members/m1/delete')).toEqual([{ password: 'correct horse' }])
})

test('a wrong password is told beside it', async () => {
  const words = 'Your current password is incorrect.'
  const { user } = member({
    '/api/admin/members/m1/delete': () => [422, refusal('invalid', words, { password: words })],
  })
  const dialog = await openDeletion(user)
  await user.type(dialog.getByLabelText(/^Type the username/), 'mara')
  await user.type(dialog.getByLabelText('Your own password'), 'wrong')
  await user.click(dialog.getByRole('button', { name: /for good/ }))
  expect(await dialog.findByText(words)).toBeTruthy()
  expect(address()).toBe('/admin/members/m1')
})

test('a member whom nobody invited', async () => {
  member({}, { ...DETAILS, invitedBy: null })
  expect(await screen.findByText('Word of Mouth')).toBeTruthy()
  expect(screen.queryByText('Invited by')).toBeNull()
})

test('somebody who has written nothing yet', async () => {
  member({}, { ...DETAILS, books: [] })
  expect(await screen.findByText('Mara Lindqvist hasn’t written any memos.')).toBeTruthy()
})

test('somebody who is not there', async () => {
  member({
    '/api/admin/members/m1': () => [404, refusal('not-found', 'This member does not exist.')],
  })
  expect(await screen.findByText('There is nothing at this address.')).toBeTruthy()
})
