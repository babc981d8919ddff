import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, call } from '../../api/client'
import { useUndoableDelete } from '../../api/use-undoable-delete'
import { type Comment, removeComment } from '../../entities/post/comments'
import { reconcileThread, removePost } from '../../entities/post/overlay'
import { type Post, postKeys } from '../../entities/post/post'
import { thankForReport } from '../../lib/thanks'

/** Id of a post's card. */
export const cardOf = (id: string) => `post-${id}`

/**
 * Ids of the other cards, the next ones first: candidates for the focus after this one is removed.
 * Empty without a card.
 */
export function cardsBeside(id: string): string[] {
  const all = Array.from(document.querySelectorAll('[id^="post-"]'), (card) => card.id)
  const place = all.indexOf(id)
  if (place < 0) return []
  return [...all.slice(place + 1), ...all.slice(0, place).reverse(), 'content']
}

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
      focusAfterwards: cardsBeside(cardOf(post.id)),
    })
  }
}

/** A post or a comment that is reported. */
export interface Reported {
  post: Post
  comment?: Comment | undefined
}

interface Report {
  reason: string
  onReported(): void
}

/** Reports a post or comment, which disappears for the reporter. */
export function useReportPost({ post, comment }: Reported) {
  const queryClient = useQueryClient()
  const removeFromCache = () => {
    if (comment) return removeComment(queryClient, comment)
    // A response to an earlier request would bring it back.
    queryClient.cancelQueries({
      queryKey: postKeys.all,
      predicate: ({ state }) => state.data !== undefined,
    })
    removePost(queryClient, post)
    reconcileThread(queryClient, post, false)
  }
  return useMutation({
    mutationFn: ({ reason }: Report) => {
      const what = comment ? { kind: 'comment', id: comment.id } : { kind: 'post', id: post.id }
      return call(api.POST('/api/report', { body: { ...what, reason: reason.trim() } }))
    },
    onSuccess: (_, { onReported }) => {
      // First, because the dialog disappears with what was reported.
      onReported()
      removeFromCache()
      thankForReport()
    },
  })
}
