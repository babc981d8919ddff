import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Question } from '../../api/books'
import { ApiError, wordsOf } from '../../api/error'
import type { components } from '../../api/schema'
import { upload } from '../../api/upload'
import { randomId } from '../../lib/random-id'
import { REGIONS } from './form-regions'
import { patience } from './patience'
import type { Source } from './prize/use-pegs'

/** What the server read out of a form. */
export type Extraction = components['schemas']['Extraction']

/** One box that was written in. */
export interface Answer {
  key: string
  number: number
  question: string
  /** A PNG in base64. */
  image: string
  rect: components['schemas']['RectView']
}

interface SentFile {
  name: string
  /** In bytes; of a file that a phone has sent nobody here knows. */
  size?: number
}

/** How far an export is on its way to becoming answers. */
export type Reading =
  | { step: 'empty' }
  | { step: 'sending'; file: File; percent: number; offline: boolean }
  | { step: 'reading'; file: File }
  | { step: 'refused'; file: SentFile; words: string; withoutInk: boolean }
  | {
      step: 'read'
      file: SentFile
      /** Nothing for what a phone has sent. */
      source?: Source
      answers: Answer[]
      doubts: string[]
    }

const BLANK = 'The form you submitted is blank.'

interface Sent extends Source {
  signal: AbortSignal
}

const FROM_A_PHONE: SentFile = { name: 'The form from your phone' }

/** Sends an export and tells what becomes of it. The server keeps nothing of it. */
export function useReading(bid: string, questions: Question[]) {
  const [percent, setPercent] = useState(0)
  const [handedOver, setHandedOver] = useState<Extraction>()
  const cancel = useRef<AbortController>(undefined)

  const extraction = useMutation({
    mutationFn: ({ file, signal }: Sent) => {
      setPercent(0)
      const labels = questions.map(({ key, description }) => ({ key, description }))
      const form = new FormData()
      form.append('pdf', file)
      form.append('data', JSON.stringify({ bid, labels, rects: REGIONS }))
      return upload<Extraction>('/extract', form, { onProgress: setPercent, signal })
    },
    ...patience,
  })

  useEffect(() => () => cancel.current?.abort(), [])

  const start = (file: File) => {
    cancel.current = new AbortController()
    extraction.mutate({ file, token: randomId(), signal: cancel.current.signal })
  }

  const remove = () => {
    cancel.current?.abort()
    extraction.reset()
    setHandedOver(undefined)
  }

  const reading = handedOver
    ? outcomeOf(FROM_A_PHONE, handedOver, questions)
    : readingOf(extraction, percent, questions)
  return { reading, start, takeOver: setHandedOver, remove }
}

interface ExtractionState {
  variables: Sent | undefined
  data: Extraction | undefined
  error: Error | null
  failureCount: number
}

function readingOf(
  { variables, data, error, failureCount }: ExtractionState,
  percent: number,
  questions: Question[],
): Reading {
  if (!variables) return { step: 'empty' }
  const { file } = variables
  if (error) return refused(file, error)
  if (!data) {
    const offline = failureCount > 0 && percent < 100
    return percent < 100 || offline
      ? { step: 'sending', file, percent, offline }
      : { step: 'reading', file }
  }
  return outcomeOf(file, data, questions, { file, token: variables.token })
}

function outcomeOf(
  file: SentFile,
  data: Extraction,
  questions: Question[],
  source?: Source,
): Reading {
  const answers = answersOf(data, questions)
  return answers.length > 0
    ? { step: 'read', file, ...(source && { source }), answers, doubts: doubtsOf(data) }
    : { step: 'refused', file, words: BLANK, withoutInk: true }
}

/** Why the member should look twice; most often there is no reason to. */
const doubtsOf = ({ checks }: Extraction): string[] => checks.map(({ message }) => message)

/** A page without ink is most often one that was exported without it. */
function refused(file: File, error: Error): Reading {
  const code = error instanceof ApiError ? error.code : undefined
  const words = code === 'blank-form' ? BLANK : wordsOf(error, 'Your form could not be read.')
  const withoutInk = code === 'blank-form' || code === 'not-embedded'
  return { step: 'refused', file, words, withoutInk }
}

/** The server answers with lists side by side, of the boxes that were written in. */
function answersOf(
  { dirtyIndices, memos, labels, rects }: Extraction,
  questions: Question[],
): Answer[] {
  return dirtyIndices.flatMap((box, index) => {
    const [image, label, rect] = [memos[index], labels[index], rects[index]]
    if (!image || !label || !rect) return []
    const number = questions.find(({ key }) => key === label.key)?.number ?? box + 1
    return { key: label.key, number, question: label.description, image, rect }
  })
}
