import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { api, call } from '../../api/client'
import type { components } from '../../api/schema'
import { notify } from '../../lib/notify'
import { saveFile } from '../../lib/save-file'
import { forgetMember } from '../../lib/storage'
import { paths } from '../../paths'

type Schemas = components['schemas']

/** Has everything of one's own collected, and saves it. It is fetched whole, so that a refusal can be told in words. */
export const useExport = (fileName: string) =>
  useMutation({
    mutationFn: () => call(api.GET('/api/account/export', { parseAs: 'blob' })),
    onSuccess: (file) => saveFile(file, fileName),
  })

/** Has all of one's own memos bound in one book, and saves it. */
export const useOwnBooks = (fileName: string) =>
  useMutation({
    mutationFn: () => call(api.GET('/api/mine.pdf', { parseAs: 'blob' })),
    onSuccess: (file) => saveFile(file, fileName),
  })

/** Deletes the account; this browser knows nobody any more. */
export function useDeleteAccount() {
  const queries = useQueryClient()
  const [, navigate] = useLocation()
  return useMutation({
    mutationFn: (body: Schemas['AccountDeletion']) =>
      call(api.POST('/api/account/delete', { body })),
    onSuccess: () => {
      // First, because the settings ask whom they do not know to sign in.
      navigate(paths.home)
      forgetMember()
      queries.clear()
      notify({ words: 'Your account has been deleted.', tone: 'good' })
    },
  })
}
