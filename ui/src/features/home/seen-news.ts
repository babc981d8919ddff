import type { Book } from '../../entities/book/queries'
import type { Memo } from '../../entities/memo/queries'
import type { CommentedPost } from '../../entities/post/queries'
import { toDate } from '../../lib/format'
import { getStored, setStored } from '../../lib/storage'

/** State of the community at the member's last visit in this browser. */
interface Seen {
  /** Number of loves of all memos. */
  loves: number
  /** Time of the newest comment, in milliseconds since 1970. */
  commentsUntil: number
  /** Number of the newest edition by book. */
  editions: Record<string, number>
}

/** News since the last visit. */
export interface News {
  /** Number of new loves. */
  loves: number
  comments: CommentedPost[]
  /** Books with a new edition and the number of the member's memos in it, those with any first. */
  editions: { book: Book; memos: number }[]
}

interface Community {
  books: Book[]
  memos: Memo[]
  commented: CommentedPost[]
}

const timeOf = ({ newest }: CommentedPost) => toDate(newest.createdAt).getTime()

const NOTHING: Seen = { loves: 0, commentsUntil: 0, editions: {} }

/** Parses what was stored; undefined on the first visit. */
function lastSeen(): Seen | undefined {
  try {
    const seen: Partial<Seen> | null = JSON.parse(getStored('seen') ?? 'null')
    return seen ? { ...NOTHING, ...seen } : undefined
  } catch {
    return undefined
  }
}

const countLoves = (memos: Memo[]) => memos.reduce((sum, { loves }) => sum + loves, 0)

/** Compares the community with the last visit. To a newcomer, books by others are the library and no news. */
export function newsSinceLastVisit({ books, memos, commented }: Community): News {
  const visit = lastSeen()
  const seen = visit ?? NOTHING
  const editions = books
    .filter(({ id, edition }) => edition > (seen.editions[id] ?? 0))
    .map((book) => ({
      book,
      memos: memos.filter(({ bid, published }) => bid === book.id && published).length,
    }))
  return {
    loves: Math.max(0, countLoves(memos) - seen.loves),
    comments: commented.filter((post) => timeOf(post) > seen.commentsUntil),
    editions: [
      ...editions.filter((edition) => edition.memos > 0),
      ...editions.filter((edition) => edition.memos === 0 && visit !== undefined),
    ],
  }
}

/** Stores the present as the last visit. */
export function markNewsSeen({ books, memos, commented }: Community) {
  const seen: Seen = {
    loves: countLoves(memos),
    commentsUntil: Math.max(lastSeen()?.commentsUntil ?? 0, ...commented.map(timeOf)),
    editions: Object.fromEntries(books.map(({ id, edition }) => [id, edition])),
  }
  setStored({ seen: JSON.stringify(seen) })
}
