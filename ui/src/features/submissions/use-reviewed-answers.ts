import { useState } from 'react'
import type { Question } from '../../entities/book/queries'
import type { EditedDraft } from '../../entities/memo/use-transcription-draft'
import type { SubmittedAnswer } from './queries'
import type { Answer } from './use-form-extraction'

/** Answer with the decisions of the member about it. */
export interface ReviewedAnswer {
  /** Answer as it was read. Its key identifies it, wherever it is given. */
  read: Answer
  /** Question that it is submitted for. */
  question: Pick<Question, 'key' | 'number' | 'description'>
  isIncluded: boolean
  transcription: string
  /** Draft of the transcription. */
  editedDraft: EditedDraft
}

type Decisions = Partial<Record<string, Partial<Omit<ReviewedAnswer, 'read'>>>>

/** Decisions of the member about the answers that were read: left out, given to another question, typed out. */
export function useReviewedAnswers(answers: Answer[]) {
  const [decisions, setDecisions] = useState<Decisions>({})
  const decide = (changes: Decisions) =>
    setDecisions((all) => {
      const changed = { ...all }
      for (const [key, change] of Object.entries(changes)) changed[key] = { ...all[key], ...change }
      return changed
    })

  const reviewed = answers.map(
    (read): ReviewedAnswer => ({
      read,
      question: { key: read.key, number: read.number, description: read.question },
      isIncluded: true,
      transcription: '',
      editedDraft: undefined,
      ...decisions[read.key],
    }),
  )

  return {
    reviewed,
    include: (key: string, isIncluded: boolean) => decide({ [key]: { isIncluded } }),
    transcribe: (key: string, transcription: string) => decide({ [key]: { transcription } }),
    editDraft: (key: string, editedDraft: EditedDraft) => decide({ [key]: { editedDraft } }),
    /** Gives an answer to another question. An answer that has this question gets the former one in exchange. */
    give: (key: string, question: Question) => {
      const giver = reviewed.find(({ read }) => read.key === key)
      const other = reviewed.find((each) => each.question.key === question.key)
      if (!giver) return
      decide({
        ...(other && { [other.read.key]: { question: giver.question } }),
        [key]: { question },
      })
    },
  }
}

/** Number of the question of an included answer whose draft the member has edited, and neither confirmed nor removed. */
export const openDraft = (reviewed: ReviewedAnswer[]): number | undefined =>
  reviewed.find(({ isIncluded, editedDraft }) => isIncluded && editedDraft)?.question.number

/** The answers that are included, as they are sent. */
export const submittedAnswers = (reviewed: ReviewedAnswer[]): SubmittedAnswer[] =>
  reviewed
    .filter(({ isIncluded }) => isIncluded)
    .map(({ read: { image, rect }, question: { key }, transcription }) => ({
      key,
      image,
      rect,
      transcription,
    }))
