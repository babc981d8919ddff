import { formatEntries } from '../../../lib/numbers'
import { Button } from '../../../ui/Button'
import { Dialog } from '../../../ui/Dialog'
import type { AdminQuestion } from './queries'

interface AnsweredDialogProps {
  question: AdminQuestion
  onClose(): void
}

/** Says why a question stays: it would take what members wrote with it. */
export function AnsweredDialog({ question, onClose }: AnsweredDialogProps) {
  const { description, memos } = question
  return (
    <Dialog title="This question stays" onClose={onClose}>
      <div className="stack">
        <p>“{description}”</p>
        <p>
          {memos > 0
            ? `It has ${formatEntries(memos)}, which would lose what they answer.`
            : 'It stands in a published edition, and its answers with it.'}{' '}
          You can give it other words, or move it to the end.
        </p>
        <div className="row">
          <Button onClick={onClose}>Keep it</Button>
        </div>
      </div>
    </Dialog>
  )
}
