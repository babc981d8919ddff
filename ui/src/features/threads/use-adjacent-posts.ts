import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { errorMessage } from '../../api/error'
import type { Post } from '../../api/posts'
import { useCachedThread } from '../../api/use-cached-thread'
import { paths } from '../../paths'

const END = 'This is the last post of the thread.'
const FAILED = 'More posts could not be loaded.'

/** The ways from a post of a thread to those beside it; beyond what has been fetched, more is. */
export function useAdjacentPosts(code: string, id: string) {
  const [, navigate] = useLocation()
  const { posts, total, hasMore, isFetching, fetchNext } = useCachedThread(code, id)
  const [note, setNote] = useState<{ id: string; words: string }>()
  const here = useRef<string>(undefined)
  const place = posts.findIndex((each) => each.id === id)

  useEffect(() => {
    here.current = id
    return () => {
      here.current = undefined
    }
  }, [id])

  const show = (post: Post | undefined) =>
    post && navigate(paths.post(post.id), { replace: true, state: window.history.state })

  const goOn = async () => {
    if (isFetching) return
    const tell = (words: string) => setNote({ id, words })
    if (!hasMore) return tell(END)
    tell('Loading more…')
    try {
      const next = await fetchNext()
      // Somebody who has gone elsewhere meanwhile stays there.
      if (here.current !== id) return
      if (next) show(next)
      else tell(END)
    } catch (error) {
      tell(errorMessage(error, FAILED))
    }
  }

  return {
    page: place + 1,
    pages: total,
    /** Nobody knows how many there are. */
    isOpenEnded: hasMore && total === posts.length,
    note: note?.id === id ? note.words : undefined,
    left: () => show(posts[place - 1]),
    right: () => {
      if (place < 0) return
      const next = posts[place + 1]
      if (next) show(next)
      else void goOn()
    },
  }
}
