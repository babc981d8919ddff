import { useQueryClient } from '@tanstack/react-query'
import { api, call } from '../../api/client'
import { useUndoableDelete } from '../../api/use-undoable-delete'
import { type Comment, removeComment } from '../../entities/post/comments'
import { reconcileThread, removePost } from '../../entities/post/overlay'
import { type Post, postKeys } from '../../entities/post/post'
import { idsBeside } from '../../lib/focus-after-render'

/** Id of a post's card. */
export const cardOf = (id: string) => `post-${id}`

/** Ids of the other cards: candidates for the focus after this one is removed. Empty without a card. */
export const cardsBeside = (id: string) => idsBeside('[id^="post-"]', cardOf(id))

export function useDeletePost() {
  const queryClient = useQueryClient()
  const remove = useUndoableDelete()
  return (post: Post) => {
    const path = { params: { path: { id: post.id } } }
    remove({
      removeFromCache: () => {
        // A response to an earlier request would bring it back.
        queryClient.cancelQueries({
          queryKey: postKeys.all,
          predicate: ({ state }) => state.data !== undefined,
        })
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
    // A response to an earlier request would bring it back.
    queryClient.cancelQueries({
      queryKey: postKeys.all,
      predicate: ({ state }) => state.data !== undefined,
    })
    removePost(queryClient, post)
    reconcileThread(queryClient, post, false)
  }
}
