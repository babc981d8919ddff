import { useRef } from 'react'
import type { Post, Topic } from '../../entities/post/post'
import { describePost, useInvalidatePending } from '../../entities/post/queries'
import { useUpload } from '../../entities/upload/use-upload'

interface Words {
  caption: string
  alt: string
}

interface NewPost extends Words {
  file: File
}

const haveSameWords = (one: Words, other: Words) =>
  one.caption.trim() === other.caption.trim() && one.alt.trim() === other.alt.trim()

/** Uploads a picture to a thread, with its texts as they are when the upload is complete. */
export function usePostUpload(
  { id, code }: Topic,
  uid: string,
  words: Words,
  onKept: (words: Words) => void,
) {
  const renew = useInvalidatePending()
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
    onSuccess: async (kept) => {
      // An earlier attempt had arrived with other texts, or the texts were edited during the
      // upload.
      const isOld = first.current && !haveSameWords(first.current, words)
      if (isOld && !haveSameWords(kept, words)) await describePost({ id: kept.id, ...words })
      onKept(words)
    },
    // Also after a failure: the post may have been stored and only the response lost.
    onSettled: () => void renew(),
  })

  const send = (post: NewPost) => {
    if (first.current?.file !== post.file) first.current = post
    upload.send(post)
  }
  return { ...upload, send }
}
