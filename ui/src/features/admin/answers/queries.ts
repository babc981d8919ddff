import { useMutation, useQueryClient, useSuspenseQueries } from '@tanstack/react-query'
import { api, call } from '../../../api/client'
import type { components } from '../../../api/schema'
import { adminKeys } from '../../../entities/admin/queries'
import { bookQuery } from '../../../entities/book/queries'

type Schemas = components['schemas']

export type AnswerGrid = Schemas['AnswerGridView']
export type Participant = Schemas['ParticipantView']
export type AnswerState = Schemas['AnswerStateView']
export type Question = Schemas['QuestionView']
export type ReminderReport = Schemas['ReminderReportView']

const answerKeys = { grid: (bid: string) => [...adminKeys.all, 'answers', bid] }

/** A book with its members by questions, fetched in parallel. */
export function useAnswers(bid: string) {
  const [book, grid] = useSuspenseQueries({
    queries: [
      bookQuery(bid),
      {
        queryKey: answerKeys.grid(bid),
        queryFn: () =>
          call(api.GET('/api/admin/books/{bid}/answers', { params: { path: { bid } } })),
        // Members may have written since.
        staleTime: 0,
      },
    ],
  })
  return { book: book.data, grid: grid.data }
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
