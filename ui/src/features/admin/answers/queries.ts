import { useMutation, useQueryClient, useSuspenseQueries } from '@tanstack/react-query'
import { api, call } from '../../../api/client'
import type { components } from '../../../api/schema'
import { updateCached } from '../../../api/update-cached'
import { adminKeys } from '../../../entities/admin/queries'
import { bookQuery } from '../../../entities/book/queries'
import { notify } from '../../../lib/notify'

type Schemas = components['schemas']

export type AnswerGrid = Schemas['AnswerGridView']
export type Participant = Schemas['ParticipantView']
export type AnswerState = Schemas['AnswerStateView']
export type Question = Schemas['QuestionView']
export type ReminderReport = Schemas['ReminderReportView']
export type WeeklyStatus = Schemas['WeeklyQuestionStatus']

/** Day of the question, null to switch it off, and whether one is sent at once. */
interface WeeklyChoice {
  weekday: string | null
  sendNow?: boolean
}

const answerKeys = {
  grid: (bid: string) => [...adminKeys.all, 'answers', bid],
  weekly: (bid: string) => [...adminKeys.all, 'weekly-question', bid],
}

/** A book with its members by questions and its question of the week, fetched in parallel. */
export function useAnswers(bid: string) {
  const [book, grid, weekly] = useSuspenseQueries({
    queries: [
      bookQuery(bid),
      {
        queryKey: answerKeys.grid(bid),
        queryFn: () =>
          call(api.GET('/api/admin/books/{bid}/answers', { params: { path: { bid } } })),
        // Members may have written since.
        staleTime: 0,
      },
      {
        queryKey: answerKeys.weekly(bid),
        queryFn: () =>
          call(api.GET('/api/admin/books/{bid}/weekly-question', { params: { path: { bid } } })),
        staleTime: 0,
      },
    ],
  })
  return { book: book.data, grid: grid.data, weekly: weekly.data }
}

/** Reminds the members of a book who have open questions. */
export function useRemind(bid: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (words: string) =>
      call(
        api.POST('/api/admin/books/{bid}/remind', { params: { path: { bid } }, body: { words } }),
      ),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: answerKeys.grid(bid) })
    },
  })
}

/** Switches the question of the week on, to be sent on a day, or off with null. */
export function useChooseWeeklyQuestion(bid: string, onSaved: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (choice: WeeklyChoice) =>
      call(
        api.POST('/api/admin/books/{bid}/weekly-question', {
          params: { path: { bid } },
          body: choice,
        }),
      ),
    onSuccess: (status, { sendNow }) => {
      updateCached<WeeklyStatus>(queryClient, answerKeys.weekly(bid), () => status)
      notify({
        message: sendNow
          ? 'The question is on its way.'
          : status.nextAt
            ? 'The question of the week is on.'
            : 'The question of the week is off.',
        tone: 'good',
      })
      onSaved()
    },
  })
}
