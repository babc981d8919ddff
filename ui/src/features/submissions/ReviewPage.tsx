import { useLocation } from 'wouter'
import { BookDates } from '../../entities/book/BookDates'
import type { Book, Question } from '../../entities/book/queries'
import { useMemos } from '../../entities/memo/queries'
import { useDisplay } from '../../lib/display'
import { plural } from '../../lib/format'
import { useNavigationGuard } from '../../lib/navigation-guard'
import { setStored } from '../../lib/storage'
import { paths } from '../../paths'
import { Banner } from '../../ui/Banner'
import { Page } from '../../ui/Page'
import { HandwritingStepper } from './HowItWorks'
import { PegsPanel, usePegReading } from './prize/PegsPanel'
import { Review } from './Review'
import styles from './ReviewPage.module.css'
import { SubmitBar, type SubmitMode } from './SubmitBar'
import type { ExtractionState } from './use-form-extraction'
import { openDraft, submittedAnswers, useReviewedAnswers } from './use-reviewed-answers'

interface ReviewPageProps {
  book: Book
  questions: Question[]
  extraction: Extract<ExtractionState, { step: 'read' }>
  /** Note about other files that were left out. */
  note: string | undefined
  /** Number of credits that were found. */
  credits: number
  onChooseAnother(): void
}

/** Last step of a handwritten submission: the answers that were read, to check and submit. */
export function ReviewPage(props: ReviewPageProps) {
  const { book, questions, extraction, note, credits, onChooseAnother } = props
  const { answers, warnings, doubtful, source } = extraction
  const pegs = usePegReading(book.id, source, credits)
  const answeredBefore = new Set(useMemos(book.id).map(({ qid }) => qid))
  const review = useReviewedAnswers(answers)
  const [, navigate] = useLocation()
  const isPaper = useDisplay() === 'paper'

  const leaveUnguarded = useNavigationGuard(
    'Your answers aren’t submitted yet. If you leave, they are lost.',
  )
  const leaveToFinished = (mode: SubmitMode) => {
    setStored({ bid: book.id })
    leaveUnguarded(() => navigate(mode === 'skip' ? paths.finishedWithoutGame : paths.finished))
  }

  const bar = (
    <SubmitBar
      book={book}
      answers={submittedAnswers(review.reviewed)}
      token={source?.token}
      pegs={pegs}
      hasWarnings={warnings.length > 0}
      openDraft={openDraft(review.reviewed)}
      onChooseAnother={onChooseAnother}
      onSubmitted={leaveToFinished}
    />
  )
  return (
    <Page
      title={plural(answers.length, 'We found one answer', 'We found # answers')}
      lead="Is this what you wrote? Leave out anything that shouldn’t go in the book."
      above={<HandwritingStepper book={book} current="Check and submit" />}
      className={styles.page}
    >
      <div className="stack">
        {note && <Banner>{note}</Banner>}
        <p className="meta">{extraction.file.name}</p>
        <BookDates book={book} />
        {isPaper && bar}
        <Review
          {...review}
          bid={book.id}
          questions={questions}
          answeredBefore={answeredBefore}
          warnings={warnings}
          doubtful={doubtful}
        />
        <PegsPanel pegs={pegs} />
      </div>
      {!isPaper && bar}
    </Page>
  )
}
