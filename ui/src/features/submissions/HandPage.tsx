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
import type { Alts } from './queries'
import { SubmissionFrame } from './SubmissionFrame'
import { type SubmitMode, SubmitPanel } from './SubmitPanel'
import { Upload } from './Upload'
import { type ExtractionState, useFormExtraction } from './use-form-extraction'

/** What would be lost with the page. */
function lossOf(reading: ExtractionState): string | undefined {
  if (reading.step === 'read')
    return 'Your answers are not submitted yet. If you leave, they are lost.'
  const isUnread = reading.step === 'sending' && isUnderWay(reading.state)
  return isUnread ? 'Your form is still being read. Leaving cancels it.' : undefined
}

/** From the blank form to submitted handwriting. `docs/src/prize-game.md` has a table of all its states. */
export function HandPage({ bid }: { bid: string }) {
  const book = useBook(bid)
  const questions = useQuestions(bid)
  const retries = useRetries(bid)
  const credits = useCreditCheck(!!retries?.needsCredit && retries.available > 0)
  const { reading, start, retry, takeOver, remove } = useFormExtraction(bid, questions)
  const source = reading.step === 'read' ? reading.source : undefined
  const pegs = usePegReading(bid, source, credits.amount)
  const [, navigate] = useLocation()

  const leave = useNavigationGuard(lossOf(reading))

  const [alts, setAlts] = useState<Alts>({})
  const describe = (key: string, words: string) => setAlts((all) => ({ ...all, [key]: words }))

  const finish = (way: SubmitMode) => {
    setStored({ bid })
    leave(() => navigate(way === 'skip' ? paths.finishedWithoutGame : paths.finished))
  }

  const admitted = !retries?.needsCredit || credits.step === 'found'
  return (
    <SubmissionFrame type="hand" book={book}>
      {questions.length === 0 && <NoQuestions />}
      <HowItWorks bid={bid} />
      {credits.shown && <CreditDialog {...credits} />}
      {retries && !admitted && credits.step !== 'checking' && (
        <Resubmission bid={bid} retries={retries} onCheck={credits.again} />
      )}
      {admitted && (
        <Upload
          bid={bid}
          reading={reading}
          onStart={start}
          onHandOver={takeOver}
          onRetry={retry}
          onRemove={() => {
            remove()
            setAlts({})
          }}
        />
      )}
      {reading.step === 'read' && (
        <>
          <Gallery
            answers={reading.answers}
            doubts={reading.doubts}
            alts={alts}
            onDescribe={describe}
          />
          <PegsPanel pegs={pegs} />
          <SubmitPanel
            bid={bid}
            answers={reading.answers}
            alts={alts}
            token={source?.token}
            pegs={pegs}
            doubtful={reading.doubts.length > 0}
            onSubmitted={finish}
          />
        </>
      )}
    </SubmissionFrame>
  )
}
