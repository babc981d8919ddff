/** Addresses of all pages and files. No other module writes one down. */

import type { MemoType } from './entities/memo/queries'
import { withBasePath } from './lib/base'

/** Help pages: one for each device, and one for the game. */
export type HelpPage =
  | 'remarkable'
  | 'supernote'
  | 'boox'
  | 'scribe'
  | 'ipad'
  | 'mobile'
  | 'prizepeg'

interface SignInQuery {
  /** Set after an address was verified. */
  verified?: string
  /** Set after a registration. */
  reg?: string
  /** Address to return to. */
  last?: string | undefined
}

interface SearchQuery {
  q: string
  /** Limits the results to one kind. */
  kind?: string | undefined
  page?: number
}

interface ThreadQuery {
  page?: number
}

interface MemosQuery {
  /** Id of a book; all books if undefined. */
  bid?: string | undefined
  uid?: string | undefined
  /** Key of a question. */
  qid?: string | undefined
  page?: number
}

interface PlaysQuery {
  /** As `2026-11-22`. */
  day?: string | undefined
  uid?: string | undefined
}

const isThere = (part: string | undefined): part is string => Boolean(part)

/** Page to return to, as the `last` parameter has it. */
const asLast = (path: string | undefined) => path?.replace(/^\/+/, '')

/** Encodes all but slashes, which are legal in a query and stay readable. */
const encode = (value: string) => encodeURIComponent(value).replace(/%2F/g, '/')

function withQuery(path: string, query: object): string {
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined)
  if (pairs.length === 0) return path
  return `${path}?${pairs.map(([key, value]) => `${key}=${encode(String(value))}`).join('&')}`
}

export const paths = {
  home: '/',
  features: '/features',
  about: '/about',
  contact: '/contact',
  privacy: '/privacy',
  help: '/help',
  helpFor: (device: HelpPage) => `/help/${device}`,

  begin: '/begin',
  /** All memos of the member. */
  myPages: '/my-pages',
  /** Answers that the member has sent by mail and not handed in. */
  mailedAnswers: '/mailed-answers',
  library: '/library',
  search: '/search',
  searchFor: ({ q, kind, page }: SearchQuery) =>
    withQuery('/search', { q: q || undefined, kind, page: page === 1 ? undefined : page }),
  memo: (id: string) => `/memo/${encode(id)}`,
  read: (bid: string, qid?: string, page?: number) =>
    withQuery(['/book', encode(bid), 'read', ...(qid ? [encode(qid)] : [])].join('/'), {
      page: page === 1 ? undefined : page,
    }),
  /** A published book, open at one memo. */
  readMemo: (bid: string, qid: string, memo: string) => withQuery(paths.read(bid, qid), { memo }),
  settings: '/settings',
  /** Form with which a guest becomes a member. */
  guestAccount: '/guest-account',
  guestAccountWith: (invitation: string | undefined) =>
    withQuery(paths.guestAccount, { invitation }),
  signUp: '/signup',
  signUpProfile: '/signup/profile',
  forgotPassword: '/forgot-password',
  /** The same pages, which lead to `last` after sign-in. */
  signUpFor: (last: string | undefined) => withQuery(paths.signUp, { last: asLast(last) }),
  signUpProfileFor: (last: string | undefined) =>
    withQuery(paths.signUpProfile, { last: asLast(last) }),
  forgotPasswordFor: (last: string | undefined) =>
    withQuery(paths.forgotPassword, { last: asLast(last) }),
  finished: '/finished',
  finishedWithoutGame: '/finished/skip',
  payout: '/payout',
  checkout: '/prizepeg/checkout',
  /** Draws of a day, for anybody to check. */
  draws: (day?: string) => withQuery('/prizepeg/draws', { day }),
  signIn: ({ verified, reg, last }: SignInQuery = {}) =>
    withQuery('/signin', { verified, reg, last: asLast(last) }),
  /** QR code with which a phone signs this device in. */
  tabletSignInFor: (last: string | undefined) =>
    withQuery('/signin/tablet', { last: asLast(last) }),
  chooseType: (bid = 'type') => `/book/contribute/post/${encode(bid)}`,
  /** The choice with the book in the query, for links opened in a new tab. */
  chooseTypeFor: (bid: string) => withQuery(paths.chooseType(), { bid }),
  contribute: (type: MemoType, bid: string, last?: string) =>
    withQuery(`/book/contribute/post/${type}/${encode(bid)}`, { last }),
  handOver: (code = '') => (code ? `/hand-over/${encode(code)}` : '/hand-over'),
  threads: '/thread',
  /** Newest posts of a topic; on paper display, a page of them. */
  thread: (code: string, { page }: ThreadQuery = {}) =>
    withQuery(`/thread/${encode(code)}`, { page: page === 1 ? undefined : page }),
  post: (id: string) => `/posts/${encode(id)}`,
  pendingPosts: '/activate/posts',
  /** Overview for admins. */
  admin: '/admin',
  /** Memos of all books, of one book, of one member in it, or the answers to one question. */
  adminMemos: ({ bid, uid, qid, page }: MemosQuery = {}) =>
    withQuery(
      ['/admin', ...[bid ?? 'memos', uid, uid && qid].filter(isThere).map(encode)].join('/'),
      {
        qid: uid ? undefined : qid,
        page: page === 1 ? undefined : page,
      },
    ),
  adminMembers: '/admin/members',
  /** Members filtered by name or state. */
  adminMembersWith: (q: string) => withQuery(paths.adminMembers, { q }),
  adminMember: (uid: string) => `/admin/members/${encode(uid)}`,
  adminInvitations: '/admin/invitations',
  adminApplications: '/admin/applications',
  adminBooks: '/admin/books',
  adminBook: (bid: string) => `/admin/books/${encode(bid)}`,
  /** Members by questions of a book. */
  adminAnswers: (bid: string) => `/admin/books/${encode(bid)}/answers`,
  /** Guest link of a book, its guests, and their answers that wait. */
  adminGuests: (bid: string) => `/admin/books/${encode(bid)}/guests`,
  /** Dialog for a new book made from a suggestion. */
  adminBookFrom: (suggestion: string) => withQuery(paths.adminBooks, { from: suggestion }),
  adminSuggestions: '/admin/suggestions',
  /** Open or answered suggestions. */
  suggestionsOf: (state: 'open' | 'done') =>
    withQuery(paths.adminSuggestions, { state: state === 'open' ? undefined : state }),
  adminPayouts: '/admin/payouts',
  /** Payouts in one state. */
  payoutsOf: (status?: string) => withQuery(paths.adminPayouts, { status }),
  adminPlays: '/admin/plays',
  /** Plays of a day or of a member. */
  playsOf: (query: PlaysQuery) => withQuery(paths.adminPlays, query),
  adminReports: '/admin/reports',
  /** Open or resolved reports. */
  reportsOf: (state: 'open' | 'settled') =>
    withQuery(paths.adminReports, { state: state === 'open' ? undefined : state }),
  adminTopics: '/admin/topics',
  adminMail: '/admin/mail',
  /** Mails in one state. */
  mailOf: (state?: string) => withQuery(paths.adminMail, { state }),
  adminBackups: '/admin/backups',
  adminWebhooks: '/admin/webhooks',
  /** A webhook with its deliveries. */
  adminWebhook: (id: string) => `/admin/webhooks/${encode(id)}`,
  adminSettings: '/admin/settings',
  /** Settings filtered by text. */
  adminSettingsWith: (q: string) => withQuery(paths.adminSettings, { q }),
  adminAudit: '/admin/audit',
  entries: (bid: string) => `/book/contribute/entry/${encode(bid)}`,

  /** Payouts as CSV, fetched with `prizeUrl`. */
  payoutsTable: '/api/admin/payouts.csv',

  // Files and streams of the server, which the browser fetches without the router.
  liveThread: (code: string) => withBasePath(withQuery('/api/thread/live', { code })),
  blankForm: (bid: string) => withBasePath(`/assets/forms/${encode(bid)}.pdf`),
  /** Blank form with only the questions that the signed-in member has not answered. */
  openForm: (bid: string) => withBasePath(`/assets/forms/${encode(bid)}.pdf?only=open`),
  /** Newest edition as PDF by default. */
  publishedBook: (bid: string, which: { edition?: number; format?: 'epub' } = {}) =>
    withBasePath(withQuery(`/api/book/${encode(bid)}/download`, which)),
  /** The member's memos of all books as one PDF. */
  allOwnMemos: withBasePath('/api/mine.pdf'),
  ownBook: (bid: string) => withBasePath(`/api/book/${encode(bid)}/mine.pdf`),
  /** The table of `adminAnswers` as CSV. */
  answersTable: (bid: string) => withBasePath(`/api/admin/books/${encode(bid)}/answers.csv`),
  licences: withBasePath('/licences.txt'),
}

/**
 * Path in a `last` parameter, always on this site: anything before the path (a scheme, a host,
 * backslashes) becomes part of a path that doesn't exist. A path that dots would leave with two
 * slashes at its beginning, which browsers take for a host, gets one.
 */
export function localPath(last: string | null): string | undefined {
  if (!last) return undefined
  const { pathname, search } = new URL(`/${last.replace(/^[/\\]+/, '')}`, window.location.origin)
  return pathname.replace(/^\/+/, '/') + search
}
