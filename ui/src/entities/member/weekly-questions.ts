import {
  queryOptions,
  useMutation,
  usePrefetchQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { api, call } from '../../api/client'
import type { components } from '../../api/schema'
import { updateCached } from '../../api/update-cached'
import { notifyFailure } from '../../lib/notify'
import { reminderKeys } from './reminders'

type Schemas = components['schemas']
type WeeklyQuestions = Schemas['WeeklyQuestionsView']

export type WeeklyQuestion = Schemas['WeeklyQuestionView']

/** Below the reminders: a member who wants none of them gets no questions of the week either. */
const weeklyKeys = { own: (uid: string) => [...reminderKeys.all, 'weekly', uid] }

const NONE: WeeklyQuestions = { questions: [], mailedAnswers: 0 }

const weeklyQuestionsQuery = (uid: string) =>
  queryOptions({
    queryKey: weeklyKeys.own(uid),
    queryFn: () => call(api.GET('/api/account/weekly-questions')),
  })

/**
 * Questions of the week that the member has neither answered nor dismissed, and the number of their answers by mail. Like the reminder,
 * they don't suspend, but are requested by the first render.
 */
export function useWeeklyQuestions(uid: string): WeeklyQuestions {
  usePrefetchQuery(weeklyQuestionsQuery(uid))
  return useQuery(weeklyQuestionsQuery(uid)).data ?? NONE
}

export function useDismissWeeklyQuestion(uid: string, bid: string, onDismissed: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () =>
      call(api.POST('/api/account/weekly-questions/{bid}/seen', { params: { path: { bid } } })),
    onSuccess: () => {
      updateCached<WeeklyQuestions>(queryClient, weeklyKeys.own(uid), (cached) => ({
        ...cached,
        questions: cached.questions.filter((question) => question.bid !== bid),
      }))
      onDismissed()
    },
    onError: (error) => notifyFailure('The question could not be dismissed.', error),
  })
}
