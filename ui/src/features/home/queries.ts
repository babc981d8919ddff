import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { type Book, booksQuery, type Question, questionsQuery } from '../../entities/book/queries'
import { phaseAt } from '../../entities/book/schedule'
import { type Memo, ownMemosQuery } from '../../entities/memo/queries'
import {
  type CommentedPost,
  commentedPostsQuery,
  pendingPostsQuery,
} from '../../entities/post/queries'

/** Query keys of the home pages. */
const homeKeys = { desk: (uid: string) => ['desk', uid] }

/** Maximum number of begun books whose open questions are counted. */
const MAX_BEGUN_BOOKS = 3

/** Everything that the member's home shows about them. */
export interface DeskData {
  books: Book[]
  memos: Memo[]
  commented: CommentedPost[]
  /** Number of posts that are not published yet. */
  pending: number
  /** Begun books that take answers, with their questions. */
  begun: { book: Book; questions: Question[] }[]
}

/**
 * Data of the member's home, all at once, so that nothing moves when the last of them arrives. A part that can't be
 * fetched is empty.
 */
export const useDesk = (uid: string): DeskData =>
  useSuspenseQuery({
    queryKey: homeKeys.desk(uid),
    queryFn: async ({ client }): Promise<DeskData> => {
      const [books, memos, commented, posts] = await Promise.all([
        client.fetchQuery(booksQuery()).catch(() => []),
        client.fetchQuery(ownMemosQuery(uid)).catch(() => []),
        client.fetchQuery(commentedPostsQuery()).catch(() => []),
        client.fetchQuery(pendingPostsQuery(uid)).catch(() => []),
      ])
      const begun = books
        .filter(({ hasContributed }) => hasContributed)
        .filter(({ schedule }) => phaseAt(schedule, Date.now()) === 'open')
        .slice(0, MAX_BEGUN_BOOKS)
      const questions = await Promise.all(
        begun.map(({ id }) => client.fetchQuery(questionsQuery(id)).catch(() => [])),
      )
      return {
        books,
        memos,
        commented,
        pending: Array.isArray(posts) ? posts.filter(({ isActive }) => !isActive).length : 0,
        begun: begun.map((book, index) => ({ book, questions: questions[index] ?? [] })),
      }
    },
    staleTime: 0,
  }).data

/** Book among those that were fetched for the member's home. */
export const useFetchedBook = (bid: string | null): Book | undefined =>
  useQuery({ ...booksQuery(), enabled: false }).data?.find(({ id }) => id === bid)
