import { useState } from 'react'
import { Link } from 'wouter'
import { type Question, useBook, useQuestions } from '../../entities/book/queries'
import { useMemoCounts, useMemos } from '../../entities/memo/queries'
import { useResubmissionAllowance } from '../../entities/prize/queries'
import { isUnderWay } from '../../entities/upload/use-upload'
import { plural } from '../../lib/format'
import { useNavigationGuard } from '../../lib/navigation-guard'
import { serverConfig } from '../../lib/server-config'
import { paths } from '../../paths'
import { DownloadLink } from '../../ui/ButtonLink'
import { PenOnSheet, SheetDown, SheetOnTablet, SheetUp } from '../../ui/illustrations/steps'
import { type Step, Steps } from '../../ui/Steps'
import { CreditDialog, Resubmission, useCreditCheck } from './prize/Resubmission'
import { NoQuestions } from './QuestionCard'
import { ReviewPage } from './ReviewPage'
import { SubmissionFrame } from './SubmissionFrame'
import { TabletGuide } from './TabletGuide'
import { Upload } from './Upload'
import { useFormExtraction } from './use-form-extraction'

/**
 * Handwriting page: from the blank form to submitted answers. `docs/src/prize-game.md` has a table
 * of all its states.
 */
export function HandPage({ bid }: { bid: string }) {
  const book = useBook(bid)
  const questions = useQuestions(bid)
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
    <SubmissionFrame type="hand" book={book}>
      {questions.length === 0 && <NoQuestions />}
      <HowItWorks bid={bid} questions={questions} />
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
    </SubmissionFrame>
  )
}

interface HowItWorksProps {
  bid: string
  questions: Question[]
}

/** Instructions of the handwriting page: with pictures the first time, and in short from then on. */
function HowItWorks({ bid, questions }: HowItWorksProps) {
  const isFirstTime = useMemoCounts(bid).hand === 0
  const steps: Step[] = [
    {
      drawing: <SheetDown />,
      title: 'Get the form',
      text: (
        <div className="stack">
          {isFirstTime && <p>A blank PDF, made to fit the screen of your tablet.</p>}
          <Forms bid={bid} questions={questions} />
        </div>
      ),
    },
    {
      drawing: <SheetOnTablet />,
      title: 'Put it on your tablet',
      text: <TabletGuide />,
    },
    {
      drawing: <PenOnSheet />,
      title: 'Fill in page two',
      text: (
        <>
          <p>
            Write inside the boxes with a dark pen. Leave a box empty to skip its question. More
            questions follow on the pages after it.
          </p>
          {serverConfig.playsPrizePeg && (
            <p>If you like, mark one peg of the grid: it may win you {serverConfig.reward}.</p>
          )}
        </>
      ),
    },
    {
      drawing: <SheetUp />,
      title: 'Check and submit',
      text: (
        <p>
          Export the form with your handwriting as PDF or PNG, and add it below. You see what was
          read before it is submitted. The <Link href={paths.privacy}>privacy page</Link> says what
          is kept.
        </p>
      ),
    },
  ]
  return (
    <section className="stack" aria-labelledby="how-it-works">
      <h2 id="how-it-works">How It Works</h2>
      <Steps steps={isFirstTime ? steps : steps.map((step) => ({ ...step, drawing: undefined }))} />
    </section>
  )
}

/** Downloads of the blank form, and of one with only the questions that the member has not answered. */
function Forms({ bid, questions }: HowItWorksProps) {
  const answered = new Set(useMemos(bid).map(({ qid }) => qid))
  const open = questions.filter(({ key }) => !answered.has(key)).length
  return (
    <>
      <p>
        <DownloadLink href={paths.blankForm(bid)}>Download</DownloadLink>
      </p>
      {open > 0 && open < questions.length && (
        <p>
          <DownloadLink variant="quiet" href={paths.openForm(bid)}>
            {plural(open, 'Only the open question', 'Only the # open questions')}
          </DownloadLink>
        </p>
      )}
    </>
  )
}
