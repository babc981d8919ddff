import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useRenewMemos } from '../../api/memos'
import type { components } from '../../api/schema'
import { upload } from '../../api/upload'
import { useMember } from '../../lib/session'
import { patience } from './patience'

/** A page that the server has kept. */
export type SubmittedPage = components['schemas']['SubmittedPage']

interface Sent {
  file: File
  signal: AbortSignal
}

/** Sends a full page as the answer to one prompt. What was refused is forgotten, but for the words. */
export function usePageUpload(bid: string, qid: string) {
  const { uid } = useMember()
  const renew = useRenewMemos()
  const [percent, setPercent] = useState(0)
  const cancel = useRef<AbortController>(undefined)

  const sending = useMutation({
    mutationFn: ({ file, signal }: Sent) => {
      setPercent(0)
      const form = new FormData()
      form.append('file', file)
      for (const [name, value] of Object.entries({ bid, uid, qid })) form.append(name, value)
      const options = { onProgress: setPercent, signal }
      return upload<SubmittedPage>('/api/memo/page/publish', form, options)
    },
    ...patience,
    onSuccess: renew,
  })

  useEffect(() => () => cancel.current?.abort(), [])

  const send = (file: File) => {
    cancel.current = new AbortController()
    sending.mutate({ file, signal: cancel.current.signal })
  }
  return {
    send,
    cancel: () => {
      cancel.current?.abort()
      sending.reset()
    },
    file: sending.isPending ? sending.variables?.file : undefined,
    percent,
    page: sending.data,
    error: sending.error,
  }
}
