import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, call } from '../../api/client'
import { type Comment, takeOutComment } from '../../api/comments'
import { reconcileThread, removePost } from '../../api/post-cache'
import { POSTS, type Post } from '../../api/posts'
import { thankForReport } from '../../lib/thanks'

/** What a member can tell the admins of: a post, or what was said to one. */
export interface Reported {
  post: Post
  comment?: Comment | undefined
}

interface Report {
  reason: string
  onReported(): void
}

/** Tells the admins of something. For whoever did, it is gone at once. */
export function useReport({ post, comment }: Reported) {
  const queries = useQueryClient()
  const takeOut = () => {
    if (comment) return takeOutComment(queries, comment)
    // An answer from before would bring it back.
    queries.cancelQueries({ queryKey: POSTS, predicate: ({ state }) => state.data !== undefined })
    removePost(queries, post)
    reconcileThread(queries, post, false)
  }
  return useMutation({
    mutationFn: ({ reason }: Report) => {
      const what = comment ? { kind: 'comment', id: comment.id } : { kind: 'post', id: post.id }
      return call(api.POST('/api/report', { body: { ...what, reason: reason.trim() } }))
    },
    onSuccess: (_, { onReported }) => {
      // First: what has asked goes with what was reported.
      onReported()
      takeOut()
      thankForReport()
    },
  })
}
