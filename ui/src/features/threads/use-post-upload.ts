import { useRef } from 'react'
import type { Post, Topic } from '../../api/posts'
import { describePost, useRenewPending } from '../../api/threads'
import { useUpload } from '../../api/use-upload'

interface NewPost {
  file: File
  caption: string
  alt: string
}

const haveSameWords = (one: Omit<NewPost, 'file'>, other: Omit<NewPost, 'file'>) =>
  one.caption.trim() === other.caption.trim() && one.alt.trim() === other.alt.trim()

/** Sends a picture to a thread. */
export function usePostUpload({ id, code }: Topic, uid: string, onKept: () => void) {
  const renew = useRenewPending()
  const first = useRef<NewPost>(undefined)

  const upload = useUpload<Post, NewPost>({
    path: ['/api/upload', ...[uid, id, code].map(encodeURIComponent)].join('/'),
    formOf: ({ file, caption, alt }) => {
      const form = new FormData()
      form.append('image', file)
      form.append('caption', caption)
      form.append('alt', alt)
      return form
    },
    onSuccess: async (kept, sent) => {
      // It had arrived at the first attempt, and is answered with the words of then.
      const isOld = first.current && !haveSameWords(first.current, sent)
      if (isOld && !haveSameWords(kept, sent)) {
        const { caption, alt } = sent
        await describePost({ id: kept.id, caption, alt })
      }
      onKept()
    },
    // Also of one that failed on its way back: it may have arrived.
    onSettled: () => void renew(),
  })

  const send = (post: NewPost) => {
    if (first.current?.file !== post.file) first.current = post
    upload.send(post)
  }
  return { ...upload, send }
}
