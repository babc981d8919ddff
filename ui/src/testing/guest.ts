import type { components } from '../api/schema'
import { setStored } from '../lib/storage'
import { textMemo } from './fixtures'
import { signInAs } from './render-app'

type Schemas = components['schemas']

/** Session of a guest, as joining and coming back begin one. */
export const GUEST: Schemas['SignedInView'] = {
  uid: 'g1',
  email: 'g1@guests.invalid',
  name: 'Ida Bell',
  username: 'guest-g1',
  isAdmin: false,
  emailVerified: false,
  token: 'receipt',
}

/** Signs a guest of a book in, `b1` by default. */
export function signInGuest(guestOf = 'b1') {
  signInAs('g1')
  setStored({ name: 'Ida Bell', guestOf, bid: guestOf, isAdmin: 'false', emailVerified: 'false' })
}

/** A typed answer of the guest, which waits for a keeper. */
export const waitingMemo = (qid: string, post: string): Schemas['MemoView'] => ({
  ...textMemo(qid, post),
  uid: 'g1',
  waiting: true,
  author: { username: '', name: 'Ida Bell' },
})

/** Roles of a guest of the book `b1`. */
export const GUEST_ROLES: Schemas['AdminCheck'] = {
  isAdmin: false,
  isModerator: false,
  keeperOf: [],
  guestOf: 'b1',
}
