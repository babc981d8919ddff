import { Dialog } from '../../../ui/Dialog'
import { Progress } from '../../../ui/Progress'
import type { CreditCheck } from './use-credit-check'

/** Shows how the search for credits goes. Closing it stops waiting. */
export function CreditDialog({ words, percent, stop }: CreditCheck) {
  return (
    <Dialog title="Getting ready" onClose={stop}>
      <div className="stack">
        <p role="status">{words}</p>
        <Progress label="Checking your credits" percent={percent} />
      </div>
    </Dialog>
  )
}
