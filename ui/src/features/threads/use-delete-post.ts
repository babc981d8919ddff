import { useQueryClient } from '@tanstack/react-query'
import { api, call } from '../../api/client'
import { reconcileThread, removePost } from '../../api/post-cache'
import { POSTS, type Post } from '../../api/posts'
import { useUndoableDelete } from '../../api/use-undoable-delete'

/** The id of a post's card. Cards are found by it when focus comes back to them. */
export const cardOf = (id: string) => `post-${id}`

/** Cards after this one, then those before it: where focus goes when it is gone. None without a card. */
export function cardsBeside(id: string): string[] {
  const all = Array.from(document.querySelectorAll('[id^="post-"]'), (card) => card.id)
  const place = all.indexOf(id)
  if (place < 0) return []
  return [...all.slice(place + 1), ...all.slice(0, place).reverse(), 'content']
}

export function useDeletePost() {
  const queries = useQueryClient()
  const remove = useUndoableDelete()
  return (post: Post) => {
    const path = { params: { path: { id: post.id } } }
    remove({
      takeOut: () => {
        // An answer from before would bring it back.
        queries.cancelQueries({
          queryKey: POSTS,
          predicate: ({ state }) => state.data !== undefined,
        })
        return removePost(queries, post)
      },
      remove: () => call(api.DELETE('/api/posts/remove/{id}', path)),
      restore: () => call(api.POST('/api/posts/restore/{id}', path)),
      settle: (there) => reconcileThread(queries, post, there),
      id: cardOf(post.id),
      beside: cardsBeside(cardOf(post.id)),
    })
  }
}
