import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { api, call } from '../../api/client'
import { errorMessage, isDenied, isSignedOut } from '../../api/error'
import { updatePost } from '../../api/post-cache'
import type { Post } from '../../api/posts'
import { useOptimisticToggle } from '../../api/use-optimistic-toggle'
import { notify } from '../../lib/notify'
import { useSession } from '../../lib/session'
import { paths } from '../../paths'

const NOT_SAVED = 'Could not save your like. Try again.'

/** A reader's like of a post. Who is not signed in does that first. */
export function useLike(post: Post) {
  const queries = useQueryClient()
  const session = useSession()
  const [path, navigate] = useLocation()
  const { on: liked, press } = useOptimisticToggle({
    name: `like/${post.id}`,
    on: post.liked,
    tell: async (on) => {
      const body = { uid: session?.uid ?? '', pid: post.id }
      const answer = call(api.POST(on ? '/api/like/add' : '/api/like/remove', { body }))
      const { likes, liked } = await answer
      updatePost(queries, post.id, (each) => ({ ...each, likes, liked }))
    },
    // Who was signed out meanwhile is on the way to sign-in.
    onError: (error) =>
      isSignedOut(error) ||
      notify({
        words: isDenied(error) ? errorMessage(error, NOT_SAVED) : NOT_SAVED,
        tone: 'error',
      }),
  })
  return {
    liked,
    likes: post.likes + Number(liked) - Number(post.liked),
    press: session ? press : () => navigate(paths.signIn({ last: path })),
  }
}
