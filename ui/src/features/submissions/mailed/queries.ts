import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { api, call } from '../../../api/client'
import type { components } from '../../../api/schema'
import { updateCached } from '../../../api/update-cached'
import { useRefreshDates } from '../../../entities/book/queries'
import { reminderKeys } from '../../../entities/member/reminders'
import { memoKeys, useInvalidateMemos } from '../../../entities/memo/queries'
import { isNotFound } from '../../../lib/api-error'
import { useMember } from '../../../lib/session'

type Schemas = components['schemas']

export type MailedAnswer = Schemas['MailedAnswerView']

/** Way in which an answer has left the list. */
export type Outcome = 'submitted' | 'discarded' | 'gone'

/** Below the memos, because an answer may replace one of them. */
const mailedKeys = { own: (uid: string) => [...memoKeys.all, 'mailed', uid] }

/** Answers that the member has sent by mail and not handed in, oldest first. */
export function useMailedAnswers(): MailedAnswer[] {
  const { uid } = useMember()
  return useSuspenseQuery({
    queryKey: mailedKeys.own(uid),
    queryFn: () => call(api.GET('/api/account/mailed-answers')),
    // A mail may have come since.
    staleTime: 0,
  }).data.answers
}

/** Hands in an answer, with its text as the member has corrected it; null for a picture. */
export function useSubmitMailedAnswer({ id }: MailedAnswer, onDone: (outcome: Outcome) => void) {
  const removeFromList = useRemoveFromList(id)
  const invalidateMemos = useInvalidateMemos()
  const refreshDates = useRefreshDates()
  return useMutation({
    mutationFn: (text: string | null) =>
      call(
        api.POST('/api/account/mailed-answers/{answer}/submit', {
          params: { path: { answer: id } },
          body: { text },
        }),
      ),
    onSuccess: () => {
      removeFromList()
      void invalidateMemos()
      onDone('submitted')
    },
    onError: (error) => {
      refreshDates(error)
      if (!isNotFound(error)) return
      removeFromList()
      void invalidateMemos()
      onDone('gone')
    },
  })
}

export function useDiscardMailedAnswer({ id }: MailedAnswer, onDone: (outcome: Outcome) => void) {
  const removeFromList = useRemoveFromList(id)
  const invalidateMemos = useInvalidateMemos()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () =>
      call(
        api.DELETE('/api/account/mailed-answers/{answer}', { params: { path: { answer: id } } }),
      ),
    onSuccess: () => {
      removeFromList()
      // The begin page counts the answers.
      void queryClient.invalidateQueries({ queryKey: reminderKeys.all })
      onDone('discarded')
    },
    onError: (error) => {
      if (!isNotFound(error)) return
      removeFromList()
      void invalidateMemos()
      onDone('gone')
    },
  })
}

/** Returns a function that removes an answer from the cached list. */
function useRemoveFromList(id: string) {
  const { uid } = useMember()
  const queryClient = useQueryClient()
  return () =>
    updateCached<Schemas['MailedAnswersView']>(queryClient, mailedKeys.own(uid), ({ answers }) => ({
      answers: answers.filter((answer) => answer.id !== id),
    }))
}
