import { useState } from 'react'
import { ClosureNotice } from '../../entities/book/BookDates'
import type { Book } from '../../entities/book/queries'
import { useMemoCounts } from '../../entities/memo/queries'
import { plural } from '../../lib/format'
import { Button } from '../../ui/Button'
import { Checkbox } from '../../ui/ChoiceGroup'
import type { PegReading } from './prize/PegsPanel'
import { type SubmittedAnswer, usePublishHandwriting } from './queries'
import styles from './SubmitBar.module.css'
import { AcceptanceNotice, SubmissionError } from './VerifyFirst'

interface SubmitBarProps {
  book: Book
  answers: SubmittedAnswer[]
  /** Name of the upload that the answers come from. */
  token: string | undefined
  pegs: PegReading
  /** Requires the member to confirm the pictures, because some may have been read wrongly. */
  hasWarnings: boolean
  /** Number of a question with an edited draft that the member has neither confirmed nor removed. */
  openDraft: number | undefined
  onChooseAnother(): void
  onSubmitted(mode: SubmitMode): void
}

/** Mode of a submission: with a play, without one, or without a game. */
export type SubmitMode = 'enter' | 'skip' | 'submit'

/** Bar with the buttons that submit, always in sight. On paper display it is above the answers instead. */
export function SubmitBar(props: SubmitBarProps) {
  const { book, answers, token, pegs, hasWarnings, openDraft } = props
  const { onChooseAnother, onSubmitted } = props
  const [mode, setMode] = useState<SubmitMode>('submit')
  const submit = usePublishHandwriting(book.id, () => onSubmitted(mode))
  const [isChecked, setIsChecked] = useState(false)
  const isResubmission = useMemoCounts(book.id).hand > 0
  const play = pegs.step === 'read' ? pegs.play : undefined

  const send = (chosen: SubmitMode) => {
    setMode(chosen)
    const enters = chosen === 'enter'
    // A skipped play has no id, so it stays anonymous.
    submit.mutate({
      answers,
      token: enters ? token : undefined,
      play: enters ? play : undefined,
    })
  }
  return (
    <section className={styles.bar} aria-label="Submit">
      <div className={styles.inner}>
        <ClosureNotice schedule={book.schedule} error={submit.error} />
        <AcceptanceNotice error={submit.error} />
        <SubmissionError error={submit.error} />
        {hasWarnings && (
          <Checkbox checked={isChecked} onChange={setIsChecked}>
            I’ve checked every picture
          </Checkbox>
        )}
        <div className={styles.buttons}>
          {modesFor(pegs).map((each, index) => (
            <Button
              key={each}
              variant={index === 0 ? 'primary' : 'plain'}
              busy={submit.isPending && mode === each}
              disabled={
                (hasWarnings && !isChecked) ||
                openDraft !== undefined ||
                answers.length === 0 ||
                submit.isPending ||
                isEarly(pegs)
              }
              onClick={() => send(each)}
            >
              {submit.isPending && mode === each
                ? 'Submitting…'
                : labelFor(each, pegs, answers.length)}
            </Button>
          ))}
          <Button disabled={submit.isPending} onClick={onChooseAnother}>
            Choose another file
          </Button>
          <p className={styles.note}>
            {openDraft === undefined
              ? noteFor(pegs, answers.length, isResubmission)
              : noteOfDraft(openDraft)}
          </p>
        </div>
      </div>
    </section>
  )
}

const noteOfDraft = (question: number) =>
  `You edited the draft of question ${question}. Choose “Use this text” or “Remove” below it.`

function labelFor(mode: SubmitMode, pegs: PegReading, answers: number): string {
  if (mode === 'enter') return 'Submit Questionnaire and Enter to Win!'
  if (mode === 'skip') return 'Just Submit, Skip the PrizePeg Game'
  if (pegs.step === 'limit') return 'Submit questionnaire'
  return plural(answers, 'Submit one answer', 'Submit # answers')
}

/** One line about what a submission does. */
function noteFor(pegs: PegReading, answers: number, isResubmission: boolean): string {
  if (answers === 0) return 'Include at least one answer.'
  if (pegs.step === 'read' && pegs.play) return pegs.words
  return isResubmission ? 'An answer that you submit again replaces your earlier one.' : ''
}

/** Modes with a button: both only if there is a play. */
function modesFor(pegs: PegReading): SubmitMode[] {
  switch (pegs.step) {
    case 'loading':
      return ['enter', 'skip']
    case 'read':
      return pegs.play ? ['enter', 'skip'] : ['skip']
    case 'failed':
      return ['skip']
    case 'disabled':
    case 'from-phone':
    case 'limit':
    case 'no-grid':
      return ['submit']
  }
}

/** Whether the grid is not visible yet, so it is too early to decide. */
const isEarly = (pegs: PegReading) =>
  pegs.step === 'loading' || (pegs.step === 'read' && !pegs.shown)
