import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { type Post, titleOf } from '../../entities/post/post'
import { useCachedThread, usePost } from '../../entities/post/queries'
import { errorMessage } from '../../lib/api-error'
import { focusAfterRender } from '../../lib/focus-after-render'
import { serverConfig } from '../../lib/server-config'
import { paths } from '../../paths'
import { Dialog } from '../../ui/Dialog'
import { Pager } from '../../ui/Pager'
import { NoLongerThere } from './PostPage'
import { PostSheet } from './PostSheet'
import { cardOf } from './queries'

interface PostPreviewProps {
  /** Code of the thread below. */
  code: string
  id: string
}

/**
 * Post in a dialog that fills the window above its thread. It has the address of the post: Back
 * closes it, and the arrow keys go through the thread.
 */
export function PostPreview({ code, id }: PostPreviewProps) {
  const post = usePost(id)
  const { page, pages, isOpenEnded, note, left, right } = useAdjacentPosts(code, id)
  const [closing, setClosing] = useState(false)
  const dialog = useRef<HTMLDialogElement>(null)
  const title = post ? titleOf(post) : 'Post'
  useTitle(title)
  useFocusCardOnClose(id)

  // biome-ignore lint/correctness/useExhaustiveDependencies: each post starts at its top.
  useEffect(() => {
    dialog.current?.scrollTo(0, 0)
    // The focused element may have gone with the previous post, and the dialog hears keys only
    // inside.
    if (!dialog.current?.contains(document.activeElement)) dialog.current?.focus()
  }, [id])

  // Closes at once, although the browser takes a moment to go back.
  if (closing) return null
  const close = () => {
    setClosing(true)
    window.history.back()
  }
  const onKey = (key: string) => {
    if (key === 'ArrowLeft') left()
    if (key === 'ArrowRight') right()
  }

  return (
    <Dialog ref={dialog} tabIndex={-1} title={title} full onClose={close} onKeyDown={onKey}>
      <div className="stack">
        <div>
          {(pages > 1 || isOpenEnded) && (
            <Pager
              page={page}
              pages={pages}
              isOpenEnded={isOpenEnded}
              onPage={(to) => (to < page ? left() : right())}
              label="Posts of the thread"
              position={
                isOpenEnded ? `Post ${page} of more than ${pages}` : `Post ${page} of ${pages}`
              }
            />
          )}
          <p role="status" className="meta">
            {note}
          </p>
        </div>
        {post ? <PostSheet post={post} onDeleted={close} /> : <NoLongerThere />}
      </div>
    </Dialog>
  )
}

/** Sets the title; the title of the thread below is restored on close. */
function useTitle(title: string) {
  useEffect(() => {
    const below = document.title
    document.title = `${title} · ${serverConfig.name}`
    return () => {
      document.title = below
    }
  }, [title])
}

/** Focuses the card of the last shown post on close. */
function useFocusCardOnClose(id: string) {
  const last = useRef(id)
  useEffect(() => {
    last.current = id
  }, [id])
  useEffect(() => () => focusAfterRender(cardOf(last.current)), [])
}

const END = 'This is the last post of the thread.'
const FAILED = 'More posts could not be loaded.'

/** Previous and next post in the thread; fetches more at the end of what is cached. */
function useAdjacentPosts(code: string, id: string) {
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

  const loadNext = async () => {
    if (isFetching) return
    const showNote = (words: string) => setNote({ id, words })
    if (!hasMore) return showNote(END)
    showNote('Loading more…')
    try {
      const next = await fetchNext()
      // The reader may have moved on meanwhile.
      if (here.current !== id) return
      if (next) show(next)
      else showNote(END)
    } catch (error) {
      showNote(errorMessage(error, FAILED))
    }
  }

  return {
    page: place + 1,
    pages: total,
    /** Whether the total is unknown. */
    isOpenEnded: hasMore && total === posts.length,
    note: note?.id === id ? note.words : undefined,
    left: () => show(posts[place - 1]),
    right: () => {
      if (place < 0) return
      const next = posts[place + 1]
      if (next) show(next)
      else void loadNext()
    },
  }
}
