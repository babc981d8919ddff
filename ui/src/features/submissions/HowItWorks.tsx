import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { Book, Question } from '../../entities/book/queries'
import { useMemos } from '../../entities/memo/queries'
import { plural } from '../../lib/format'
import { serverConfig } from '../../lib/server-config'
import { usePlaysPrizePeg } from '../../lib/session'
import { paths } from '../../paths'
import { DownloadLink } from '../../ui/ButtonLink'
import { cx } from '../../ui/cx'
import { Disclosure } from '../../ui/Disclosure'
import { PenOnSheet, SheetChecked, SheetDown, SheetUp } from '../../ui/illustrations/steps'
import { Stepper } from '../../ui/Stepper'
import { type Step, Steps } from '../../ui/Steps'
import styles from './HowItWorks.module.css'
import { TabletGuide } from './TabletGuide'

/** Names of the steps of a handwritten submission, in their order. */
const STEPS = ['Get the form', 'Write', 'Upload', 'Check and submit'] as const

const TITLE = 'How It Works'

interface StepsOfBookProps {
  book: Book
  current: (typeof STEPS)[number]
}

/** The steps of a handwritten submission in a line. */
export const HandwritingStepper = ({ book, current }: StepsOfBookProps) => (
  <Stepper label={`Contribute to ${book.name}`} steps={STEPS} current={STEPS.indexOf(current)} />
)

interface OfBookProps {
  bid: string
  questions: Question[]
}

/** Instructions with pictures, for the first submission. */
export function PicturedGuide({ bid, questions }: OfBookProps) {
  const plays = usePlaysPrizePeg()
  const steps = guide(
    plays,
    <>
      <p>A blank PDF, made to fit the screen of your tablet.</p>
      <Forms bid={bid} questions={questions} />
    </>,
  )
  return (
    <section className="stack" aria-labelledby="how-it-works">
      <h2 id="how-it-works">{TITLE}</h2>
      <Steps steps={steps} />
    </section>
  )
}

/** The same instructions without pictures, folded, for those who know them. */
export function FoldedGuide() {
  const steps = guide(usePlaysPrizePeg()).map((step) => ({ ...step, drawing: undefined }))
  return (
    <Disclosure summary={TITLE}>
      <Steps steps={steps} />
    </Disclosure>
  )
}

/** The four steps with what to do. `forms` stands in the first. */
function guide(plays: boolean, forms?: ReactNode): Step[] {
  return [
    {
      drawing: <SheetDown />,
      title: STEPS[0],
      text: (
        <div className="stack">
          {forms}
          <div>
            <p>Put it on your tablet.</p>
            <TabletGuide />
          </div>
        </div>
      ),
    },
    {
      drawing: <PenOnSheet />,
      title: STEPS[1],
      text: (
        <div className="stack">
          <p>
            Fill in page two: write inside the boxes with a dark pen. Leave a box empty to skip its
            question. More questions follow on the pages after it.
          </p>
          {plays && (
            <p>If you like, mark one peg of the grid: it may win you {serverConfig.reward}.</p>
          )}
        </div>
      ),
    },
    {
      drawing: <SheetUp />,
      title: STEPS[2],
      text: <p>Export the form with your handwriting as PDF or PNG, and add it on this page.</p>,
    },
    {
      drawing: <SheetChecked />,
      title: STEPS[3],
      text: (
        <div className="stack">
          <p>
            You see what was read before it is submitted. The{' '}
            <Link href={paths.privacy}>privacy page</Link> says what is kept.
          </p>
          {plays && <p>You submit it with or without the prize game.</p>}
        </div>
      ),
    },
  ]
}

/** Downloads of the blank form, and of one with only the questions that the member has not answered. */
export function Forms({ bid, questions }: OfBookProps) {
  const answered = new Set(useMemos(bid).map(({ qid }) => qid))
  const open = questions.filter(({ key }) => !answered.has(key)).length
  return (
    <div className={cx('row', styles.forms)}>
      <DownloadLink href={paths.blankForm(bid)}>Download</DownloadLink>
      {open > 0 && open < questions.length && (
        <DownloadLink variant="quiet" href={paths.openForm(bid)}>
          {plural(open, 'Only the open question', 'Only the # open questions')}
        </DownloadLink>
      )}
    </div>
  )
}
