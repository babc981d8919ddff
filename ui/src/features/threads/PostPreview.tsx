import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { useFetchedThread } from '../../api/fetched-thread'
import { type Post, titleOf, usePost } from '../../api/posts'
import { community } from '../../lib/community'
import { focusSoon } from '../../lib/focus-soon'
import { paths } from '../../paths'
import { Dialog } from '../../ui/Dialog'
import { Pager } from '../../ui/Pager'
import { NoLongerThere } from './PostPage'
import { PostSheet } from './PostSheet'
import { cardOf } from './use-delete-post'

interface PostPreviewProps {
  /** Of the thread below. */
  code: string
  id: string
}

/**
 * A post that fills the window above its thread. It is a place: it has the post's address, going back
 * closes it, and the arrow keys go through the thread.
 */
export function PostPreview({ code, id }: PostPreviewProps) {
  const [, navigate] = useLocation()
  const post = usePost(id)
  const posts = useFetchedThread(code, id)
  const [closing, setClosing] = useState(false)
  const dialog = useRef<HTMLDialogElement>(null)
  const title = post ? titleOf(post) : 'Post'
  useTitle(title)
  useReturn(id)

  // biome-ignore lint/correctness/useExhaustiveDependencies: every post is looked at from its top.
  useEffect(() => {
    dialog.current?.scrollTo(0, 0)
    // What had the focus may have gone with the post before; the keys are heard within only.
    if (!dialog.current?.contains(document.activeElement)) dialog.current?.focus()
  }, [id])

  // It goes at once, though the browser takes a moment to go back.
  if (closing) return null
  const close = () => {
    setClosing(true)
    window.history.back()
  }
  const place = posts.findIndex((each) => each.id === id)
  const show = (next: Post | undefined) =>
    next && navigate(paths.post(next.id), { replace: true, state: window.history.state })
  const press = (key: string) => {
    if (key === 'ArrowLeft') show(posts[place - 1])
    if (key === 'ArrowRight' && place >= 0) show(posts[place + 1])
  }

  return (
    <Dialog ref={dialog} tabIndex={-1} title={title} full onClose={close} onKeyDown={press}>
      <div className="stack">
        {posts.length > 1 && (
          <Pager
            page={place + 1}
            pages={posts.length}
            onPage={(page) => show(posts[page - 1])}
            label="Posts of the thread"
            unit="Post"
          />
        )}
        {post ? <PostSheet post={post} onDeleted={close} /> : <NoLongerThere />}
      </div>
    </Dialog>
  )
}

/** The title of the thread below comes back when it is closed. */
function useTitle(title: string) {
  useEffect(() => {
    const below = document.title
    document.title = `${title} · ${community.name}`
    return () => {
      document.title = below
    }
  }, [title])
}

/** Focus goes back to the card of the post that was shown last. */
function useReturn(id: string) {
  const last = useRef(id)
  useEffect(() => {
    last.current = id
  }, [id])
  useEffect(() => () => focusSoon(cardOf(last.current)), [])
}
