import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { api, call } from '../../api/client'
import { useUndoableDelete } from '../../api/use-undoable-delete'
import { type Comment, removeComment } from '../../entities/post/comments'
import { reconcileThread, removePost, updatePost } from '../../entities/post/overlay'
import { type Post, postKeys } from '../../entities/post/post'
import { idsBeside } from '../../lib/focus-after-render'
import { useSession } from '../../lib/session'

/** Id of a post's card. */
export const cardOf = (id: string) => `post-${id}`

/** Ids of the other cards: candidates for the focus after this one is removed. Empty without a card. */
export const cardsBeside = (id: string) => idsBeside('[id^="post-"]', cardOf(id))

/** Returns a function that saves the reader's like and updates it wherever the post is shown. */
export function useSaveLike(pid: string) {
  const queryClient = useQueryClient()
  const uid = useSession()?.uid ?? ''
  return async (isLiked: boolean) => {
    const path = isLiked ? '/api/like/add' : '/api/like/remove'
    const { likes, liked } = await call(api.POST(path, { body: { uid, pid } }))
    updatePost(queryClient, pid, (post) => ({ ...post, likes, liked }))
  }
}

/** Cancels refetches of posts, whose responses would bring a removed post back. */
const cancelRefetches = (queryClient: QueryClient) =>
  queryClient.cancelQueries({
    queryKey: postKeys.all,
    predicate: ({ state }) => state.data !== undefined,
  })

/** Returns a function that deletes a post, with Undo. */
export function useDeletePost() {
  const queryClient = useQueryClient()
  const remove = useUndoableDelete()
  return (post: Post) => {
    const path = { params: { path: { id: post.id } } }
    remove({
      removeFromCache: () => {
        cancelRefetches(queryClient)
        return removePost(queryClient, post)
      },
      remove: () => call(api.DELETE('/api/posts/remove/{id}', path)),
      restore: () => call(api.POST('/api/posts/restore/{id}', path)),
      reconcile: (there) => reconcileThread(queryClient, post, there),
      id: cardOf(post.id),
      focusAfterwards: cardsBeside(post.id),
    })
  }
}

/** A post or a comment that is reported. */
export interface Reported {
  post: Post
  comment?: Comment | undefined
}

/** Returns a function that removes a reported post or comment, which disappears for the reporter. */
export function useRemoveReported({ post, comment }: Reported) {
  const queryClient = useQueryClient()
  return () => {
    if (comment) return removeComment(queryClient, comment)
    cancelRefetches(queryClient)
    removePost(queryClient, post)
    reconcileThread(queryClient, post, false)
  }
}
