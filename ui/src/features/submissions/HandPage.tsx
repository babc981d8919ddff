import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { useBook, useQuestions } from '../../entities/book/queries'
import { useResubmissionAllowance } from '../../entities/prize/queries'
import { isUnderWay } from '../../entities/upload/use-upload'
import { useNavigationGuard } from '../../lib/navigation-guard'
import { serverConfig } from '../../lib/server-config'
import { setStored } from '../../lib/storage'
import { type HelpPage, paths } from '../../paths'
import { DownloadLink } from '../../ui/ButtonLink'
import { PenOnSheet, SheetDown, SheetOnTablet, SheetUp } from '../../ui/illustrations/steps'
import { Steps } from '../../ui/Steps'
import { Gallery } from './Gallery'
import styles from './HandPage.module.css'
import { PegsPanel, usePegReading } from './prize/PegsPanel'
import { CreditDialog, Resubmission, useCreditCheck } from './prize/Resubmission'
import { NoQuestions } from './QuestionCard'
import type { Transcriptions } from './queries'
import { SubmissionFrame } from './SubmissionFrame'
import { type SubmitMode, SubmitPanel } from './SubmitPanel'
import { Upload } from './Upload'
import { type ExtractionState, useFormExtraction } from './use-form-extraction'

/** Warning about what is lost by leaving the page; undefined if nothing is. */
function lossOf(extraction: ExtractionState): string | undefined {
  if (extraction.step === 'read')
    return 'Your answers aren’t submitted yet. If you leave, they are lost.'
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
  const allowance = useResubmissionAllowance(bid)
  const credits = useCreditCheck(!!allowance?.needsCredit && allowance.available > 0)
  const { extraction, start, retry, applyExtraction, remove } = useFormExtraction(bid, questions)
  const source = extraction.step === 'read' ? extraction.source : undefined
  const pegs = usePegReading(bid, source, credits.amount)
  const [, navigate] = useLocation()

  const leaveUnguarded = useNavigationGuard(lossOf(extraction))

  const [transcriptions, setTranscriptions] = useState<Transcriptions>({})
  const transcribe = (key: string, words: string) =>
    setTranscriptions((all) => ({ ...all, [key]: words }))

  const leaveToFinished = (mode: SubmitMode) => {
    setStored({ bid })
    leaveUnguarded(() => navigate(mode === 'skip' ? paths.finishedWithoutGame : paths.finished))
  }

  const admitted = !allowance?.needsCredit || credits.step === 'found'
  return (
    <SubmissionFrame type="hand" book={book}>
      {questions.length === 0 && <NoQuestions />}
      <HowItWorks bid={bid} />
      {credits.shown && <CreditDialog {...credits} />}
      {allowance && !admitted && credits.step !== 'checking' && (
        <Resubmission bid={bid} allowance={allowance} onCheck={credits.restart} />
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
            warnings={extraction.warnings}
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
            hasWarnings={extraction.warnings.length > 0}
            onSubmitted={leaveToFinished}
          />
        </>
      )}
    </SubmissionFrame>
  )
}

/** Instructions of the handwriting page. */
function HowItWorks({ bid }: { bid: string }) {
  return (
    <section className="stack" aria-labelledby="how-it-works">
      <h2 id="how-it-works">How It Works</h2>
      <Steps
        steps={[
          {
            drawing: <SheetDown />,
            title: 'Download the form',
            text: (
              <div className="stack">
                <p>A blank PDF, made to fit the screen of your tablet.</p>
                <p>
                  <DownloadLink href={paths.blankForm(bid)}>Download</DownloadLink>
                </p>
              </div>
            ),
          },
          {
            drawing: <SheetOnTablet />,
            title: 'Put it on your tablet',
            text: (
              <>
                <p>By cable, by mail or by its app, as with any PDF. Step by step:</p>
                <HelpLinks />
              </>
            ),
          },
          {
            drawing: <PenOnSheet />,
            title: 'Fill in page two',
            text: (
              <>
                <p>
                  Write inside the boxes with a dark pen. Leave a box empty to skip its question.
                  More questions follow on the pages after it.
                </p>
                {serverConfig.playsPrizePeg && (
                  <p>
                    If you like, mark one peg of the grid: it may win you {serverConfig.reward}.
                  </p>
                )}
              </>
            ),
          },
          {
            drawing: <SheetUp />,
            title: 'Submit',
            text: (
              <p>
                Export the form with your handwriting as PDF or PNG, and add it below. The{' '}
                <Link href={paths.privacy}>privacy page</Link> says what is kept.
              </p>
            ),
          },
        ]}
      />
    </section>
  )
}

const PAGES: [HelpPage, string][] = [
  ['remarkable', 'reMarkable'],
  ['supernote', 'Supernote'],
  ['boox', 'Boox'],
  ['scribe', 'Kindle Scribe'],
  ['ipad', 'iPad'],
  ['mobile', 'Phone and paper'],
]

const GAME: [HelpPage, string] = ['prizepeg', 'PrizePeg']

/** Links to the guides for each device and for the game. */
function HelpLinks() {
  const pages = serverConfig.playsPrizePeg ? [...PAGES, GAME] : PAGES
  return (
    <ul className={styles.links}>
      {pages.map(([page, name]) => (
        <li key={page}>
          <Link href={paths.helpFor(page)}>{name}</Link>
        </li>
      ))}
    </ul>
  )
}
