import type { MemoType } from './entities/memo/queries'
import { withBasePath } from './lib/base'

/** What the help pages are about: five tablets, a phone with real paper, and the game. */
export type HelpPage =
  | 'remarkable'
  | 'supernote'
  | 'boox'
  | 'scribe'
  | 'ipad'
  | 'mobile'
  | 'prizepeg'

/** Every address that the interface links to. Nothing else writes one down. */

interface SignInQuery {
  /** Set when an address has just been verified. */
  verified?: string
  /** Set when somebody has just registered. */
  reg?: string
  /** Where to go afterwards. */
  last?: string
}

interface SearchQuery {
  q: string
  /** Only of this kind. */
  kind?: string | undefined
  page?: number
}

interface ThreadQuery {
  page?: number
}

interface MemosQuery {
  /** All books without it. */
  bid?: string | undefined
  uid?: string | undefined
  /** A question's key. */
  qid?: string | undefined
  page?: number
}

interface PlaysQuery {
  /** As `2026-11-22`. */
  day?: string | undefined
  uid?: string | undefined
}

const isThere = (part: string | undefined): part is string => Boolean(part)

/** Slashes stay legible: they mean nothing in a query. */
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
  signUp: '/signup',
  signUpProfile: '/signup/profile',
  forgotPassword: '/forgot-password',
  finished: '/finished',
  finishedWithoutGame: '/finished/skip',
  payout: '/payout',
  checkout: '/prizepeg/checkout',
  /** The draws of a day, for anybody to check. */
  draws: (day?: string) => withQuery('/prizepeg/draws', { day }),
  signIn: ({ verified, reg, last }: SignInQuery = {}) =>
    withQuery('/signin', { verified, reg, last: last?.replace(/^\/+/, '') }),
  chooseType: (bid = 'type') => `/book/contribute/post/${encode(bid)}`,
  /** The choice at its one address. It names the book, because a link opened in a new tab remembers none. */
  chooseTypeFor: (bid: string) => withQuery(paths.chooseType(), { bid }),
  contribute: (type: MemoType, bid: string, last?: string) =>
    withQuery(`/book/contribute/post/${type}/${encode(bid)}`, { last }),
  handOver: (code = '') => (code ? `/hand-over/${encode(code)}` : '/hand-over'),
  threads: '/thread',
  /** Its newest posts; paper display goes by the page. */
  thread: (code: string, { page }: ThreadQuery = {}) =>
    withQuery(`/thread/${encode(code)}`, { page: page === 1 ? undefined : page }),
  post: (id: string) => `/posts/${encode(id)}`,
  pendingPosts: '/activate/posts',
  /** What waits for an admin. */
  admin: '/admin',
  /** The memos of all books, or of one, or those of them by one member or to one question. */
  adminMemos: ({ bid, uid, qid, page }: MemosQuery = {}) =>
    withQuery(
      ['/admin', ...[bid ?? 'memos', uid, uid && qid].filter(isThere).map(encode)].join('/'),
      {
        qid: uid ? undefined : qid,
        page: page === 1 ? undefined : page,
      },
    ),
  adminMembers: '/admin/members',
  /** Those members who have these words in their names or states. */
  adminMembersWith: (q: string) => withQuery(paths.adminMembers, { q }),
  adminMember: (uid: string) => `/admin/members/${encode(uid)}`,
  adminBooks: '/admin/books',
  adminBook: (bid: string) => `/admin/books/${encode(bid)}`,
  /** A new book, made of what a member has suggested. */
  adminBookFrom: (suggestion: string) => withQuery(paths.adminBooks, { from: suggestion }),
  adminSuggestions: '/admin/suggestions',
  /** Those that wait, or those that are answered. */
  suggestionsOf: (state: 'open' | 'done') =>
    withQuery(paths.adminSuggestions, { state: state === 'open' ? undefined : state }),
  adminPayouts: '/admin/payouts',
  /** Those that are this far. */
  payoutsOf: (status?: string) => withQuery(paths.adminPayouts, { status }),
  adminPlays: '/admin/plays',
  /** Those of a day or of a member. */
  playsOf: (query: PlaysQuery) => withQuery(paths.adminPlays, query),
  adminReports: '/admin/reports',
  /** Those that wait, or those that are settled. */
  reportsOf: (state: 'open' | 'settled') =>
    withQuery(paths.adminReports, { state: state === 'open' ? undefined : state }),
  adminTopics: '/admin/topics',
  adminMail: '/admin/mail',
  /** Those mails that are this far. */
  mailOf: (state?: string) => withQuery(paths.adminMail, { state }),
  adminBackups: '/admin/backups',
  adminSettings: '/admin/settings',
  /** Those settings that have these words in what is said of them. */
  adminSettingsWith: (q: string) => withQuery(paths.adminSettings, { q }),
  adminAudit: '/admin/audit',
  entries: (bid: string) => `/book/contribute/entry/${encode(bid)}`,

  /** The game's table, which is asked for where the game is: see `prizeUrl`. */
  payoutsTable: '/api/admin/payouts.csv',

  // Files that the server sends: the browser asks for them itself, past the router.
  liveThread: (code: string) => withBasePath(withQuery('/api/thread/live', { code })),
  blankForm: (bid: string) => withBasePath(`/assets/forms/${encode(bid)}.pdf`),
  /** The newest edition as PDF, where nothing else is asked for. */
  publishedBook: (bid: string, which: { edition?: number; format?: 'epub' } = {}) =>
    withBasePath(withQuery(`/api/book/${encode(bid)}/download`, which)),
  ownBook: (bid: string) => withBasePath(`/api/book/${encode(bid)}/mine.pdf`),
  licences: withBasePath('/licences.txt'),
}

/**
 * The page that a `last` parameter names, always on this site: whatever stands before the path
 * (a scheme, a host, backslashes) becomes part of a path that does not exist.
 */
export function localPath(last: string | null): string | undefined {
  if (!last) return undefined
  const { pathname, search } = new URL(`/${last.replace(/^[/\\]+/, '')}`, window.location.origin)
  return pathname + search
}
