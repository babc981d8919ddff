import { useState } from 'react'
import type { components } from '../../api/schema'
import type { Question } from '../../entities/book/queries'
import { type UploadState, useUpload } from '../../entities/upload/use-upload'
import { ApiError, errorMessage } from '../../lib/api-error'
import { randomId } from '../../lib/random-id'
import { type ExtractionProgress, type Source, useExtractionProgress } from './queries'

/** Response with everything read from a form. */
export type Extraction = components['schemas']['Extraction']

/** One filled box. */
export interface Answer {
  key: string
  number: number
  question: string
  /** PNG in base64. */
  image: string
  rect: components['schemas']['RectView']
}

interface SentFile {
  name: string
  /** In bytes; undefined for a file sent from a phone. */
  size?: number
}

/** State of an export from upload to answers. */
export type ExtractionState =
  | { step: 'empty' }
  | { step: 'sending'; file: File; state: UploadState; progress: ExtractionProgress }
  | { step: 'refused'; file: SentFile; message: string; withoutInk: boolean }
  | {
      step: 'read'
      file: SentFile
      /** Undefined for a form sent from a phone. */
      source?: Source
      answers: Answer[]
      warnings: string[]
      /** Numbers of the questions whose boxes are hard to read, with an answer or without. */
      doubtful: number[]
    }

const BLANK = 'The form you submitted is blank.'

const FROM_A_PHONE: SentFile = { name: 'The form from your phone' }

/** Uploads a form and extracts its answers. The server doesn't store it. */
export function useFormExtraction(bid: string, questions: Question[]) {
  const [handedOver, setHandedOver] = useState<Extraction>()
  const upload = useUpload<Extraction, Source>({
    path: '/extract',
    formOf: ({ file }) => {
      const labels = questions.map(({ key, description }) => ({ key, description }))
      const form = new FormData()
      form.append('pdf', file)
      form.append('data', JSON.stringify({ bid, labels, rects: REGIONS }))
      return form
    },
  })

  const progress = useExtractionProgress(upload.name, upload.state?.step === 'processing')

  const remove = () => {
    upload.cancel()
    setHandedOver(undefined)
  }

  const extraction = handedOver
    ? outcomeOf(FROM_A_PHONE, handedOver, questions)
    : stateOf(upload, progress, questions)
  return {
    extraction,
    start: (file: File) => upload.send({ file, token: randomId() }),
    retry: upload.retry,
    applyExtraction: setHandedOver,
    remove,
  }
}

function stateOf(
  { sent, state, data, refusal }: ReturnType<typeof useUpload<Extraction, Source>>,
  progress: ExtractionProgress,
  questions: Question[],
): ExtractionState {
  if (!sent) return { step: 'empty' }
  const { file } = sent
  if (state) return { step: 'sending', file, state, progress }
  if (refusal) return refused(file, refusal)
  return data ? outcomeOf(file, data, questions, sent) : { step: 'empty' }
}

function outcomeOf(
  file: SentFile,
  data: Extraction,
  questions: Question[],
  source?: Source,
): ExtractionState {
  const answers = answersOf(data, questions)
  if (answers.length === 0) return { step: 'refused', file, message: BLANK, withoutInk: true }
  const doubtful = data.doubtfulIndices.map((index) => index + 1)
  const warnings = warningsOf(data)
  return { step: 'read', file, ...(source && { source }), answers, warnings, doubtful }
}

/** Messages about possible reading errors; usually none. */
const warningsOf = ({ checks }: Extraction): string[] => checks.map(({ message }) => message)

/** Missing ink usually means that the export left the handwriting out. */
function refused(file: File, error: Error): ExtractionState {
  const code = error instanceof ApiError ? error.code : undefined
  const message =
    code === 'blank-form' ? BLANK : errorMessage(error, 'Your form could not be read.')
  const withoutInk = code === 'blank-form' || code === 'not-embedded'
  return { step: 'refused', file, message, withoutInk }
}

/** Answers in the parallel lists of the response. */
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

type Rect = components['schemas']['RectView']

/** Answer boxes of a form's page, in pixels of a page 1404 wide. */
const REGIONS: Rect[] = [
  { top: 204, left: 126, width: 560, height: 438 },
  { top: 204, left: 720, width: 560, height: 438 },
  { top: 758, left: 126, width: 560, height: 438 },
  { top: 758, left: 720, width: 560, height: 438 },
  { top: 1311, left: 126, width: 560, height: 438 },
]
