import { useState } from 'react'
import { isUnverified, wordsOf } from '../../api/error'
import { useMemoCounts } from '../../api/memos'
import { Banner } from '../../ui/Banner'
import { Button } from '../../ui/Button'
import { Checkbox } from '../../ui/Checkbox'
import { type Alts, usePublishHandwriting } from './queries'
import type { Answer } from './use-reading'
import { VerifyFirst } from './VerifyFirst'

interface SubmitPanelProps {
  bid: string
  answers: Answer[]
  alts: Alts
  /** The pictures may be wrong: the member says first that they are not. */
  doubtful: boolean
  onSubmitted(): void
}

export function SubmitPanel({ bid, answers, alts, doubtful, onSubmitted }: SubmitPanelProps) {
  const submit = usePublishHandwriting(bid, onSubmitted)
  const [looked, setLooked] = useState(false)
  const again = useMemoCounts(bid).hand > 0
  return (
    <section className="stack" aria-label="Submit">
      {again && <p>An answer that you submit again takes the place of your earlier one.</p>}
      {submit.error && <Banner tone="error">{wordsOf(submit.error, 'Submission failed')}</Banner>}
      {isUnverified(submit.error) && <VerifyFirst />}
      {doubtful && (
        <Checkbox checked={looked} onChange={setLooked}>
          I have looked at them
        </Checkbox>
      )}
      <div className="row">
        <Button
          look="primary"
          busy={submit.isPending}
          disabled={doubtful && !looked}
          onClick={() => submit.mutate({ answers, alts })}
        >
          {submit.isPending ? 'Submitting…' : 'Submit questionnaire'}
        </Button>
      </div>
    </section>
  )
}
