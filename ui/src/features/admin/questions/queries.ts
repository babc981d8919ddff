import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, call } from '../../../api/client'
import type { components } from '../../../api/schema'
import { notify } from '../../../lib/notify'
import { invalidateBook, updateBookDetails } from '../books/queries'

type Schemas = components['schemas']

export type AdminQuestion = Schemas['AdminQuestionView']
export type QuestionFormat = Schemas['QuestionFormat']
export type Imported = Schemas['ImportedView']
export type PreviewedImport = Schemas['ImportPreviewView']
export type ImportedRow = Schemas['ImportRowView']

/** A question of a book. */
export type Question = Schemas['QuestionBody']

interface QuestionList {
  questions: Question[]
  /** Questions that the changes are based on, because another admin may have changed them since. */
  seen: Question[]
}

const toBody = ({ key, description }: Question): Question => ({ key, description })

/** Saves the questions of a book, in this order. */
export function useSaveQuestions(bid: string, onSaved: (sent: Question[]) => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ questions, seen }: QuestionList) =>
      call(
        api.POST('/api/admin/books/{bid}/questions', {
          params: { path: { bid } },
          body: { questions: questions.map(toBody), seen: seen.map(toBody) },
        }),
      ),
    onSuccess: (details, { questions }) => {
      updateBookDetails(queryClient, details)
      notify({ message: 'The questions are saved.', tone: 'good' })
      onSaved(questions)
    },
    // Another admin may have been faster.
    onError: () => void invalidateBook(queryClient, bid),
  })
}

interface QuestionFile {
  text: string
  format: QuestionFormat
  /** Only reports what would change. */
  dryRun: boolean
}

/** Imports questions from a file. */
export function useImport(bid: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: QuestionFile) =>
      call(
        api.POST('/api/admin/books/{bid}/questions/import', { params: { path: { bid } }, body }),
      ),
    onSuccess: (_, { dryRun }) => (dryRun ? undefined : invalidateBook(queryClient, bid)),
  })
}
