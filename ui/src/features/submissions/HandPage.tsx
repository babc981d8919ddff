import { useState } from 'react'
import { useBook, useQuestions } from '../../entities/book/queries'
import { useMemoCounts } from '../../entities/memo/queries'
import { useResubmissionAllowance } from '../../entities/prize/queries'
import { isUnderWay } from '../../entities/upload/use-upload'
import { useNavigationGuard } from '../../lib/navigation-guard'
import { FoldedGuide, Forms, HandwritingStepper, PicturedGuide } from './HowItWorks'
import { CreditDialog, Resubmission, useCreditCheck } from './prize/Resubmission'
import { NoQuestions } from './QuestionCard'
import { ReviewPage } from './ReviewPage'
import { SubmissionFrame } from './SubmissionFrame'
import { Upload } from './Upload'
import { useFormExtraction } from './use-form-extraction'

/**
 * Handwriting page: from the blank form to submitted answers. `docs/src/prize-game.md` has a table
 * of all its states.
 */
export function HandPage({ bid }: { bid: string }) {
  const book = useBook(bid)
  const questions = useQuestions(bid)
  const isFirstTime = useMemoCounts(bid).hand === 0
  const allowance = useResubmissionAllowance(bid)
  const credits = useCreditCheck(!!allowance?.needsCredit && allowance.available > 0)
  const { extraction, start, retry, applyExtraction, remove } = useFormExtraction(bid, questions)
  const [note, setNote] = useState<string>()
  const isUnread = extraction.step === 'sending' && isUnderWay(extraction.state)
  useNavigationGuard(isUnread ? 'Your form is still being read. Leaving cancels it.' : undefined)

  if (extraction.step === 'read') {
    return (
      <ReviewPage
        book={book}
        questions={questions}
        extraction={extraction}
        note={note}
        credits={credits.amount}
        onChooseAnother={remove}
      />
    )
  }
  const isAdmitted = !allowance?.needsCredit || credits.step === 'found'
  return (
    <SubmissionFrame type="hand" book={book} isBrief={!isFirstTime}>
      {questions.length === 0 && <NoQuestions />}
      {isFirstTime ? (
        <PicturedGuide bid={bid} questions={questions} />
      ) : (
        <>
          <HandwritingStepper
            book={book}
            current={extraction.step === 'empty' ? 'Get the form' : 'Upload'}
          />
          <Forms bid={bid} questions={questions} />
        </>
      )}
      {credits.shown && <CreditDialog {...credits} />}
      {allowance && !isAdmitted && credits.step !== 'checking' && (
        <Resubmission bid={bid} allowance={allowance} onCheck={credits.restart} />
      )}
      {isAdmitted && (
        <Upload
          bid={bid}
          extraction={extraction}
          note={note}
          onStart={(file, aside) => {
            setNote(aside)
            start(file)
          }}
          onHandOver={applyExtraction}
          onRetry={retry}
          onRemove={remove}
        />
      )}
      {!isFirstTime && <FoldedGuide />}
    </SubmissionFrame>
  )
}
