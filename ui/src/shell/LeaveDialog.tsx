import { useAttempt } from '../lib/leaving'
import { Button } from '../ui/Button'
import { Dialog } from '../ui/Dialog'

/** Asks once when a page with unfinished work is left. */
export function LeaveDialog() {
  const { question, stay, leave } = useAttempt()
  if (!question) return null
  return (
    <Dialog title="Leave this page?" onClose={stay}>
      <div className="stack">
        <p>{question}</p>
        <div className="row">
          <Button look="primary" onClick={stay}>
            Stay here
          </Button>
          <Button onClick={leave}>Leave</Button>
        </div>
      </div>
    </Dialog>
  )
}
