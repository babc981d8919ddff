import { useState } from 'react'
import { useLocation } from 'wouter'
import { useBook, useQuestions } from '../../entities/book/queries'
import { useRetries } from '../../entities/prize/queries'
import { isUnderWay } from '../../entities/upload/use-upload'
import { useNavigationGuard } from '../../lib/navigation-guard'
import { setStored } from '../../lib/storage'
import { paths } from '../../paths'
import { Gallery } from './Gallery'
import { HowItWorks } from './HowItWorks'
import { NoQuestions } from './NoQuestions'
import { PegsPanel } from './prize/PegsPanel'
import { CreditDialog, Resubmission } from './prize/Resubmission'
import { useCreditCheck } from './prize/use-credit-check'
import { usePegReading } from './prize/use-pegs'
import type { Transcriptions } from './queries'
import { SubmissionFrame } from './SubmissionFrame'
import { type SubmitMode, SubmitPanel } from './SubmitPanel'
import { Upload } from './Upload'
import { type ExtractionState, useFormExtraction } from './use-form-extraction'

/** Warning about what is lost by leaving the page; undefined if nothing is. */
function lossOf(extraction: ExtractionState): string | undefined {
  if (extraction.step === 'read')
    return 'Your answers are not submitted yet. If you leave, they are lost.'
  const isUnread = extraction.step === 'sending' && isUnderWay(extraction.state)
  return isUnread ? 'Your form is still being read. Leaving cancels it.' : undefined
}

/**
 * Handwriting page: from the blank form to submitted answers. `docs/src/prize-game.md` has a table
 * of all its states.
 */
export function HandPage({ bid }: { bid: string }) {
  const book = useBook(bid)
  const questions = useQuestions(bid)
  const retries = useRetries(bid)
  const credits = useCreditCheck(!!retries?.needsCredit && retries.available > 0)
  const { extraction, start, retry, applyExtraction, remove } = useFormExtraction(bid, questions)
  const source = extraction.step === 'read' ? extraction.source : undefined
  const pegs = usePegReading(bid, source, credits.amount)
  const [, navigate] = useLocation()

  const leave = useNavigationGuard(lossOf(extraction))

  const [transcriptions, setTranscriptions] = useState<Transcriptions>({})
  const transcribe = (key: string, words: string) =>
    setTranscriptions((all) => ({ ...all, [key]: words }))

  const leaveToFinished = (mode: SubmitMode) => {
    setStored({ bid })
    leave(() => navigate(mode === 'skip' ? paths.finishedWithoutGame : paths.finished))
  }

  const admitted = !retries?.needsCredit || credits.step === 'found'
  return (
    <SubmissionFrame type="hand" book={book}>
      {questions.length === 0 && <NoQuestions />}
      <HowItWorks bid={bid} />
      {credits.shown && <CreditDialog {...credits} />}
      {retries && !admitted && credits.step !== 'checking' && (
        <Resubmission bid={bid} retries={retries} onCheck={credits.restart} />
      )}
      {admitted && (
        <Upload
          bid={bid}
          extraction={extraction}
          onStart={start}
          onHandOver={applyExtraction}
          onRetry={retry}
          onRemove={() => {
            remove()
            setTranscriptions({})
          }}
        />
      )}
      {extraction.step === 'read' && (
        <>
          <Gallery
            answers={extraction.answers}
            doubts={extraction.doubts}
            transcriptions={transcriptions}
            onTranscribe={transcribe}
          />
          <PegsPanel pegs={pegs} />
          <SubmitPanel
            bid={bid}
            answers={extraction.answers}
            transcriptions={transcriptions}
            token={source?.token}
            pegs={pegs}
            doubtful={extraction.doubts.length > 0}
            onSubmitted={leaveToFinished}
          />
        </>
      )}
    </SubmissionFrame>
  )
}
