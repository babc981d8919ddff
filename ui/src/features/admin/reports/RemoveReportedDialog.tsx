import { Button } from '../../../ui/Button'
import { Dialog } from '../../../ui/Dialog'
import type { Reported } from './queries'

interface RemoveReportedDialogProps {
  reported: Reported
  busy: boolean
  onRemove(): void
  onClose(): void
}

/** Asks before something goes for good. */
export function RemoveReportedDialog({
  reported: { kind },
  busy,
  onRemove,
  onClose,
}: RemoveReportedDialogProps) {
  const what = kind === 'post' ? 'page' : 'comment'
  return (
    <Dialog title={`Remove this ${what}?`} onClose={onClose}>
      <div className="stack">
        <p>
          Nobody sees it any more, its author neither, and it cannot be shown again. Hiding it could
          be taken back.
        </p>
        <div className="row">
          <Button onClick={onClose}>Cancel</Button>
          <Button look="danger" busy={busy} onClick={onRemove}>
            Remove the {what}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
