import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../../api/error'
import type { Topic } from '../../api/posts'
import { useRenewPending } from '../../api/threads'
import { upload } from '../../api/upload'

export interface NewPost {
  image: File
  caption: string
  alt: string
}

/** Sends a picture to a thread. Not tried again by itself: it could then be there twice. */
export function usePostUpload({ id, code }: Topic, uid: string) {
  const renew = useRenewPending()
  const [percent, setPercent] = useState(0)
  const cancel = useRef<AbortController>(undefined)

  const sending = useMutation({
    mutationFn: (post: NewPost) => {
      setPercent(0)
      cancel.current = new AbortController()
      const form = new FormData()
      for (const [name, value] of Object.entries(post)) form.append(name, value)
      const path = ['/api/upload', ...[uid, id, code].map(encodeURIComponent)].join('/')
      return upload(path, form, { onProgress: setPercent, signal: cancel.current.signal })
    },
    // Also of one that failed on its way back: it may have arrived.
    onSettled: () => void renew(),
  })

  useEffect(() => () => cancel.current?.abort(), [])

  const { error } = sending
  return {
    send: sending.mutate,
    cancel: () => cancel.current?.abort(),
    reset: sending.reset,
    isSending: sending.isPending,
    isSent: sending.isSuccess,
    percent,
    // Whoever has cancelled knows it.
    error: error instanceof ApiError && error.code === 'cancelled' ? null : error,
  }
}
