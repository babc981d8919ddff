import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, call } from '../../../api/client'
import type { components } from '../../../api/schema'
import { adminKeys } from '../../../entities/admin/queries'
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
  /** In base64, in place of the text. */
  file: string | undefined
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

const questionKeys = {
  preview: (...draft: unknown[]) => [...adminKeys.all, 'form-preview', ...draft],
}

interface FormDraft {
  bid: string
  /** Name of the book, which is printed on the form. */
  name: string
  questions: Question[]
  /** Page, from 1. */
  page: number
}

/** Time in milliseconds for which pages of a form stay cached: each is a picture. */
const PREVIEW_CACHE_MS = 60_000

/** Picture of a page of the form with questions that may not be saved. The one before is shown until the next is drawn. */
export function useFormPreview({ bid, name, questions, page }: FormDraft) {
  const body = { questions: questions.map(toBody), page }
  return useQuery({
    queryKey: questionKeys.preview(bid, name, body),
    queryFn: () =>
      call(api.POST('/api/admin/books/{bid}/form-preview', { params: { path: { bid } }, body })),
    enabled: questions.length > 0,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: PREVIEW_CACHE_MS,
    retry: false,
  })
}
