import { useRenewMemos } from '../../api/memos'
import type { components } from '../../api/schema'
import { useUpload } from '../../api/use-upload'
import { useMember } from '../../lib/session'

/** A page that the server has kept. */
type SubmittedPage = components['schemas']['SubmittedPage']

/** Sends a full page as the answer to one prompt. What was refused is forgotten, but for the words. */
export function usePageUpload(bid: string, qid: string) {
  const { uid } = useMember()
  return useUpload<SubmittedPage, { file: File }>({
    path: '/api/memo/page/publish',
    formOf: ({ file }) => {
      const form = new FormData()
      form.append('file', file)
      for (const [name, value] of Object.entries({ bid, uid, qid })) form.append(name, value)
      return form
    },
    onSuccess: useRenewMemos(),
  })
}
