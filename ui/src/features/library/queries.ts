import { useMutation } from '@tanstack/react-query'
import { api, call } from '../../api/client'

/** Sends a suggestion for a book to the admins. */
export const useSuggestBook = (uid: string, onSuccess: (suggestion: string) => void) =>
  useMutation({
    mutationFn: (suggestion: string) =>
      call(api.POST('/api/suggestion/send', { body: { suggestion, uid } })),
    onSuccess: (_, suggestion) => onSuccess(suggestion),
  })
