import { serverConfig } from '../../lib/server-config'
import type { StorageKey } from '../../lib/storage'

/** Row of a retention table: data, purpose, and period. */
export interface RetentionRow {
  what: string
  why: string
  until: string
  /** Only where the prize game is played. */
  ofGame?: boolean
}

/** Rows that apply to this community. */
export const retentionRows = (rows: readonly RetentionRow[]): RetentionRow[] =>
  rows.filter(({ ofGame }) => !ofGame || serverConfig.playsPrizePeg)

export const ON_THE_SERVER: RetentionRow[] = [
  {
    what: 'Account: name, username, email, how you heard of us, who invited you and to which book, and the books or threads that you look after',
    why: 'To let you sign in, to email you, and to put your name under your answers.',
    until: 'As long as the account exists.',
  },
  {
    what: 'Application: what you wrote about yourself, where an admin accepts new members',
    why: 'To let an admin decide.',
    until: 'Until you’ve read that you are accepted, or as long as the account exists.',
  },
  {
    what: 'Password',
    why: 'To sign in. Only an argon2id hash is stored, from which nobody can read it.',
    until: 'Until you change it.',
  },
  {
    what: 'Two-step verification: the key of your app, and hashes of your recovery codes',
    why: 'To check your codes when you sign in.',
    until: 'Until you turn it off.',
  },
  {
    what: 'Passkeys: their public keys, the names you gave them, and when they were made and last used',
    why: 'To let you sign in without a password. Nobody can sign in with a public key.',
    until: 'Until you remove them.',
  },
  {
    what: 'API tokens: their names, what they can do, and when they were last used',
    why: 'To let your scripts act for you. Only a hash is stored, from which nobody can read the token.',
    until:
      'Until you revoke them or change your password. Expired ones stay in your list until then.',
  },
  {
    what: 'Secret mail address',
    why: 'To accept posts you mail to it, if you made one.',
    until: 'Until you make another or turn it off.',
  },
  {
    what: 'Emails about books: which ones you want, which books you were told about, and hashes of the unsubscribe links',
    why: 'To tell you that your entries are published, no more often than you like.',
    until: 'As long as the account exists.',
  },
  {
    what: 'Profile: hand, tablets, languages',
    why: 'To suit forms and books to you. Every field is optional.',
    until: 'Until you change it.',
  },
  {
    what: 'Submitted answers, as pictures, pages or text, and the transcriptions of pictures',
    why: 'To make books of them, to find them, and to read them out to people who can’t see them.',
    until:
      'As long as the account exists. Replaced and withdrawn answers are kept as a history that only you can see.',
  },
  {
    what: 'Guests of books: the name, the answers and the book',
    why: 'To let people answer the questions of one book without an account, and to put their names under their answers.',
    until:
      'Until they remove themselves or somebody who looks after the book does. Guests without answers are removed after 30 days.',
  },
  {
    what: 'Private link of a guest',
    why: 'To let a guest come back. Only a hash is stored, from which nobody can read it.',
    until: 'Until the guest makes another, creates an account, or is removed.',
  },
  {
    what: 'Uploaded forms',
    why: 'To find your answers in them. Only the answers that you submit are kept.',
    until: 'Deleted as soon as they’re read.',
  },
  {
    what: 'Answers you’ve begun: which questions had handwriting on the forms we read for you',
    why: 'To show the people who look after the book how far you are.',
    until: 'For 100 days after the last form.',
  },
  {
    what: 'Reminders: when you got the last one, of which book, and whether you want any, or questions of the week',
    why: 'To remind you at most once a week.',
    until: 'As long as the account exists.',
  },
  {
    what: 'Questions of the week: the last one you got of each book, when, and whether you dismissed it',
    why: 'To show it on your begin page, and to send it to you only once.',
    until: 'As long as the account exists.',
  },
  {
    what: 'Reply addresses: hashes of the addresses to which you answer questions of the week',
    why: 'To know whose answer a mail is, and to which question. Nobody can read the address from a hash.',
    until: 'For 60 days.',
  },
  {
    what: 'Answers by mail: the text or the pages you sent, and the question',
    why: 'To let you check them before you hand them in. Only you can see them.',
    until: 'Until you hand in, replace or discard them, and at most 100 days.',
  },
  {
    what: 'Published books',
    why: 'So that people can download them. Your answers are in them, with your name.',
    until: 'Permanently: editions never change.',
  },
  {
    what: 'Posts, likes and comments in threads',
    why: 'To show them to others. Only you can see a post that you haven’t published.',
    until: 'Until you delete them.',
  },
  {
    what: 'Reports of posts, comments and answers: their reasons, their authors, and what admins decided',
    why: 'To let admins decide, and to hide what you reported from you.',
    until: 'As long as the account exists.',
  },
  {
    what: 'Members you’ve blocked',
    why: 'To hide you from each other.',
    until: 'Until you unblock them, or as long as the account exists.',
  },
  {
    what: 'Answers of yours that admins have hidden or removed: which, when and why',
    why: 'To tell you, and to keep hidden ones from others.',
    until: 'As long as the account exists, or until a hidden one is shown again.',
  },
  {
    what: 'Suspensions: until when a member may only read, and why',
    why: 'To keep threads friendly.',
    until: 'Until an admin ends it, or as long as the account exists.',
  },
  {
    what: 'Suggestions for new books',
    why: 'To choose what is asked next.',
    until: 'As long as the account exists.',
  },
  {
    what: 'Loves: which published answers you love',
    why: 'To count them. Nobody can see whose they are.',
    until: 'Until you remove them, or as long as the account exists.',
  },
  {
    what: 'Plays of the prize game; for a winner the name, email and reward chosen',
    why: 'To draw fairly and to hand out the reward.',
    until: 'As long as the account exists.',
    ofGame: true,
  },
  {
    what: 'Mails to you',
    why: 'To send them, and to see whether they were sent.',
    until: 'The text: until it’s sent. Address and subject: as long as the account exists.',
  },
  {
    what: 'Signed-in browsers: when they signed in and were last used',
    why: 'To keep you signed in.',
    until: 'Until you sign out, or 30 days after the last use.',
  },
  {
    what: 'The log of the server',
    why: 'To find problems. It contains errors and cleanups.',
    until: 'As long as the computer keeps its logs.',
  },
]

export const COOKIES: RetentionRow[] = [
  {
    what: 'session, with https __Host-session or __Secure-session',
    why: 'Proves that you are signed in. No script can read it.',
    until: '30 days, or until you sign out.',
  },
  {
    what: 'XSRF-TOKEN',
    why: 'Proves that what you send comes from these pages and not from another site.',
    until: 'Until you close the browser.',
  },
  { what: 'theme', why: 'Light or dark, as you chose.', until: 'A year.' },
  { what: 'display', why: 'Whether this is an e-ink screen.', until: 'A year.' },
]

const SIGNED_IN = 'Until you sign out.'

/** Rows of all storage keys: the type fails to compile if a new key is missing. */
const KEYS: Record<StorageKey, Omit<RetentionRow, 'what'>> = {
  uid: { why: 'The number of your account.', until: SIGNED_IN },
  email: { why: 'Your email address.', until: SIGNED_IN },
  name: { why: 'Your name, to greet you.', until: SIGNED_IN },
  token: { why: 'A record of your last sign-in. It grants no access.', until: SIGNED_IN },
  isAdmin: { why: 'Whether to show the pages of admins.', until: SIGNED_IN },
  emailVerified: {
    why: 'Whether to remind you to verify your email address.',
    until: SIGNED_IN,
  },
  application: {
    why: 'Whether you wait for an admin to accept you as a member.',
    until: SIGNED_IN,
  },
  guestOf: { why: 'The book that you’re a guest of.', until: SIGNED_IN },
  last: {
    why: 'The page to return to after you follow the link in a mail.',
    until: 'Until you’re there, or sign out.',
  },
  bid: { why: 'The book that you opened last.', until: SIGNED_IN },
  shortcuts: {
    why: 'That keyboard shortcuts are turned off on this device.',
    until: 'Until you turn them on, or clear the browser’s data.',
  },
  seen: { why: 'Which loves, comments and editions you have seen.', until: SIGNED_IN },
  places: {
    why: 'The pages at which you left your books.',
    until: 'Until you clear the browser’s data.',
  },
  prizepeg: { why: 'Your current play of the prize game.', until: SIGNED_IN, ofGame: true },
  hasCelebrated: {
    why: 'Whether a win has been celebrated.',
    until: 'Until you clear the browser’s data.',
    ofGame: true,
  },
}

const DRAFTS: RetentionRow = {
  what: 'draft/…',
  why: 'What you typed and haven’t saved or sent yet.',
  until: 'Until you save or send it, or clear the browser’s data.',
}

const NAMED: RetentionRow[] = Object.entries(KEYS).map(([what, kept]) => ({ what, ...kept }))

export const STORAGE: RetentionRow[] = [...NAMED, DRAFTS]
