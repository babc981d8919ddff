import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, call } from '../../api/client'

const EDITION_NOTICES = ['edition-notices']

export const useEditionNotices = () =>
  useQuery({
    queryKey: EDITION_NOTICES,
    queryFn: () => call(api.GET('/api/account/edition-notices')),
  })

export function useChooseEditionNotices(onSuccess: () => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (editions: string) =>
      call(api.POST('/api/account/edition-notices', { body: { editions } })),
    onSuccess: (chosen) => {
      queries.setQueryData(EDITION_NOTICES, chosen)
      onSuccess()
    },
  })
}
