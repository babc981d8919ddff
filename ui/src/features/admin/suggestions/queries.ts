import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { api, call } from '../../../api/client'
import type { components } from '../../../api/schema'
import { adminKeys } from '../../../entities/admin/queries'
import { notify } from '../../../lib/notify'

type Schemas = components['schemas']

export type Suggestion = Schemas['AdminSuggestionView']

/** Whether suggestions are open or answered. */
export type SuggestionsState = 'open' | 'done'

const all = [...adminKeys.all, 'suggestions']

const suggestionKeys = {
  all,
  list: (state: string) => [...all, state],
}

/** Suggestions of members, newest first. */
export const useSuggestions = (state: SuggestionsState): Suggestion[] =>
  useSuspenseQuery({
    queryKey: suggestionKeys.list(state),
    queryFn: () => call(api.GET('/api/admin/suggestions', { params: { query: { state } } })),
  }).data

/** Answers a suggestion; its author gets the answer. */
export function useAnswer({ id }: Suggestion, onAnswered: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: Schemas['SuggestionAnswer']) =>
      call(api.POST('/api/admin/suggestions/{id}/done', { params: { path: { id } }, body })),
    onSuccess: () => {
      onAnswered()
      notify({ message: 'The suggestion is answered.', tone: 'good' })
      return queryClient.invalidateQueries({ queryKey: adminKeys.all })
    },
    // Another admin may have been faster.
    onError: () => void queryClient.invalidateQueries({ queryKey: suggestionKeys.all }),
  })
}
