import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, call } from '../../api/client'
import type { components } from '../../api/schema'
import { restartRefetches, updateCached } from '../../api/update-cached'
import { useUndoableDelete } from '../../api/use-undoable-delete'
import { randomId } from '../../lib/random-id'
import { delayRejection } from '../../lib/unsent-draft'
import { updatePost } from './overlay'
import { postKeys } from './post'

type CommentView = components['schemas']['CommentView']

export interface Comment extends CommentView {
  /** The server hasn't saved it yet. */
  sending?: true
}

/** Comments on a post. Doesn't suspend. */
export function useComments(pid: string) {
  const { data, isError, refetch } = useQuery<Comment[]>({
    queryKey: postKeys.comments(pid),
    queryFn: () => call(api.GET('/api/comments', { params: { query: { pid } } })),
  })
  return { comments: data, failed: isError && !data, retry: () => void refetch() }
}

/** Updates the cached comments of a post and the comment count wherever the post is shown. */
function changeComments(
  queryClient: QueryClient,
  pid: string,
  change: (comments: Comment[]) => Comment[],
) {
  const before = queryClient.getQueryData<Comment[]>(postKeys.comments(pid)) ?? []
  const after = change(before)
  queryClient.setQueryData(postKeys.comments(pid), after)
  updatePost(queryClient, pid, (post) => ({
    ...post,
    comments: Math.max(0, post.comments + after.length - before.length),
  }))
}

interface Writer {
  uid: string
  name: string
}

interface Outcome {
  onKept(): void
  onRefused(): void
}

/** Adds a comment at once and removes it again if the server refuses it. */
export function useAddComment(pid: string, { uid, name }: Writer, { onKept, onRefused }: Outcome) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (text: string) =>
      delayRejection(call(api.POST('/api/comments/add', { body: { text, uid, pid } }))),
    onMutate: async (text) => {
      // A response to an earlier request would lack the comment.
      await queryClient.cancelQueries({ queryKey: postKeys.comments(pid) })
      const id = randomId()
      const createdAt = { _seconds: Math.floor(Date.now() / 1000), _nanoseconds: 0 }
      const user = { name, username: '' }
      const comment: Comment = { id, text, uid, pid, createdAt, user, sending: true }
      changeComments(queryClient, pid, (comments) => [...comments, comment])
      return id
    },
    onSuccess: (comment, _, id) => {
      changeComments(queryClient, pid, (all) =>
        all.map((each) => (each.id === id ? comment : each)),
      )
      restartRefetches(queryClient, postKeys.comments(pid))
      onKept()
    },
    onError: (_error, _text, id) => {
      changeComments(queryClient, pid, (all) => all.filter((each) => each.id !== id))
      onRefused()
    },
  })
}

/** Ids of the element of a comment and of the heading above all comments. */
export const elementOf = ({ id }: Comment) => `comment-${id}`
export const headingOf = (pid: string) => `comments-${pid}`

/** Deletes a comment, with Undo. */
export function useDeleteComment(pid: string) {
  const queryClient = useQueryClient()
  const remove = useUndoableDelete()
  return (comment: Comment) => {
    const path = { params: { path: { id: comment.id } } }
    remove({
      removeFromCache: () => {
        queryClient.cancelQueries({ queryKey: postKeys.comments(pid) })
        const order = queryClient.getQueryData<Comment[]>(postKeys.comments(pid)) ?? []
        changeComments(queryClient, pid, (all) => all.filter(({ id }) => id !== comment.id))
        return () => changeComments(queryClient, pid, (all) => insert(all, comment, order))
      },
      remove: () => call(api.DELETE('/api/comments/remove/{id}', path)),
      restore: () => call(api.POST('/api/comments/restore/{id}', path)),
      id: elementOf(comment),
      focusAfterwards: [headingOf(pid)],
    })
  }
}

/** Removes a comment from the cache for good. */
export function removeComment(queryClient: QueryClient, { id, pid }: Comment) {
  // A response to an earlier request would bring it back.
  queryClient.cancelQueries({ queryKey: postKeys.comments(pid) })
  changeComments(queryClient, pid, (all) => all.filter((each) => each.id !== id))
}

/** Removes all comments of a member from the cache. */
export const removeCommentsOf = (queryClient: QueryClient, uid: string) =>
  updateCached<Comment[]>(queryClient, postKeys.allComments, (comments) =>
    comments.filter((comment) => comment.uid !== uid),
  )

/** Inserts a comment before the one that followed it in `order`. */
function insert(comments: Comment[], comment: Comment, order: Comment[]): Comment[] {
  if (comments.some(({ id }) => id === comment.id)) return comments
  const later = order.slice(order.findIndex(({ id }) => id === comment.id) + 1)
  const place = comments.findIndex((each) => later.some(({ id }) => id === each.id))
  const at = place < 0 ? comments.length : place
  return [...comments.slice(0, at), comment, ...comments.slice(at)]
}
