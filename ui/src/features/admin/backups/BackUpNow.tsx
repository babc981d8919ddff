import { useState } from 'react'
import { formatNumber } from '../../../lib/numbers'
import { Button } from '../../../ui/Button'
import { Progress } from '../../../ui/Progress'
import { type Backups, isUnderWay, useBackUp } from './queries'

/** Makes one by hand, and tells how far it is, whoever has asked for it. */
export function BackUpNow({ all }: { all: Backups }) {
  const youngest = all.backups[0]?.name ?? ''
  /** The youngest when one was asked for here. */
  const [before, setBefore] = useState<string>()
  const { mutate, isPending } = useBackUp(() => setBefore(youngest))
  const underWay = isUnderWay(all)
  const isMade = before !== undefined && before !== youngest && !underWay
  return (
    <div className="stack">
      <div className="row">
        <Button look="primary" busy={isPending || underWay} onClick={() => mutate()}>
          Back up now
        </Button>
      </div>
      {underWay && (
        <div>
          <Progress label="The backup" percent={percentOf(all)} />
          <p className="meta">{inWords(all)}</p>
        </div>
      )}
      <p role="status">
        {underWay && 'A backup is being made. You can leave this page: it goes on by itself.'}
        {isMade && 'The backup is made, and was read again from beginning to end.'}
      </p>
    </div>
  )
}

/** Before the files are counted there is no end to be seen. */
function percentOf({ step }: Backups): number | undefined {
  return step && step.of > 0 ? Math.floor((100 * step.done) / step.of) : undefined
}

function inWords({ step }: Backups): string {
  if (!step) return 'It waits for the work before it.'
  const { done, of } = step
  return `${formatNumber(done)} of ${formatNumber(of)} files`
}
