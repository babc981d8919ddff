import { useState } from 'react'
import { useMemoCounts } from '../../entities/memo/queries'
import { errorMessage, isUnverified } from '../../lib/api-error'
import { Banner } from '../../ui/Banner'
import { Button } from '../../ui/Button'
import { Checkbox } from '../../ui/ChoiceGroup'
import type { PegReading } from './prize/PegsPanel'
import { type Transcriptions, usePublishHandwriting } from './queries'
import type { Answer } from './use-form-extraction'
import { VerifyFirst } from './VerifyFirst'

interface SubmitPanelProps {
  bid: string
  answers: Answer[]
  transcriptions: Transcriptions
  /** Name of the upload that the answers come from. */
  token: string | undefined
  pegs: PegReading
  /** Requires the member to confirm the pictures, because some may have been read wrongly. */
  hasWarnings: boolean
  onSubmitted(mode: SubmitMode): void
}

/** Mode of a submission: with a play, without one, or without a game. */
export type SubmitMode = 'enter' | 'skip' | 'submit'

const LABELS: Record<SubmitMode, string> = {
  enter: 'Submit Questionnaire and Enter to Win!',
  skip: 'Just Submit, Skip the PrizePeg Game',
  submit: 'Submit questionnaire',
}

export function SubmitPanel(props: SubmitPanelProps) {
  const { bid, answers, transcriptions, token, pegs, hasWarnings, onSubmitted } = props
  const [mode, setMode] = useState<SubmitMode>('submit')
  const submit = usePublishHandwriting(bid, () => onSubmitted(mode))
  const [isChecked, setIsChecked] = useState(false)
  const isResubmission = useMemoCounts(bid).hand > 0
  const play = pegs.step === 'read' ? pegs.play : undefined

  const send = (chosen: SubmitMode) => {
    setMode(chosen)
    const enters = chosen === 'enter'
    // A skipped play has no id, so it stays anonymous.
    submit.mutate({
      answers,
      transcriptions,
      token: enters ? token : undefined,
      play: enters ? play : undefined,
    })
  }
  return (
    <section className="stack" aria-label="Submit">
      {isResubmission && <p>An answer that you submit again replaces your earlier one.</p>}
      {submit.error && (
        <Banner tone="error">{errorMessage(submit.error, 'Submission failed')}</Banner>
      )}
      {isUnverified(submit.error) && <VerifyFirst />}
      {hasWarnings && (
        <Checkbox checked={isChecked} onChange={setIsChecked}>
          I’ve checked every picture
        </Checkbox>
      )}
      <div className="row">
        {modesFor(pegs).map((each, index) => (
          <Button
            key={each}
            variant={index === 0 ? 'primary' : 'plain'}
            busy={submit.isPending && mode === each}
            disabled={(hasWarnings && !isChecked) || submit.isPending || isEarly(pegs)}
            onClick={() => send(each)}
          >
            {submit.isPending && mode === each ? 'Submitting…' : LABELS[each]}
          </Button>
        ))}
      </div>
    </section>
  )
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
