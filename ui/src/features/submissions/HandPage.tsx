import { useState } from 'react'
import { useLocation } from 'wouter'
import { useBook, useQuestions } from '../../api/books'
import { useLeaveGuard } from '../../lib/leaving'
import { remember } from '../../lib/storage'
import { paths } from '../../paths'
import { Gallery } from './Gallery'
import { HowItWorks } from './HowItWorks'
import { NoQuestions } from './NoQuestions'
import type { Alts } from './queries'
import { SubmissionFrame } from './SubmissionFrame'
import { SubmitPanel } from './SubmitPanel'
import { Upload } from './Upload'
import { useReading } from './use-reading'

/** From the blank form to submitted handwriting. */
export function HandPage({ bid }: { bid: string }) {
  const book = useBook(bid)
  const questions = useQuestions(bid)
  const { reading, start, takeOver, remove } = useReading(bid, questions)
  const [, navigate] = useLocation()

  const underWay = reading.step === 'sending' || reading.step === 'reading'
  useLeaveGuard(underWay ? 'Your form is still being read. Leaving stops it.' : undefined)

  const [alts, setAlts] = useState<Alts>({})
  const describe = (key: string, words: string) => setAlts((all) => ({ ...all, [key]: words }))

  const finish = () => {
    remember({ bid })
    navigate(paths.finished)
  }

  return (
    <SubmissionFrame type="hand" book={book}>
      {questions.length === 0 && <NoQuestions />}
      <HowItWorks bid={bid} />
      <Upload
        bid={bid}
        reading={reading}
        onStart={start}
        onHandOver={takeOver}
        onRemove={() => {
          remove()
          setAlts({})
        }}
      />
      {reading.step === 'read' && (
        <>
          <Gallery
            answers={reading.answers}
            doubts={reading.doubts}
            alts={alts}
            onDescribe={describe}
          />
          <SubmitPanel
            bid={bid}
            answers={reading.answers}
            alts={alts}
            doubtful={reading.doubts.length > 0}
            onSubmitted={finish}
          />
        </>
      )}
    </SubmissionFrame>
  )
}
