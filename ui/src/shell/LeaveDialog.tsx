import { useAttempt } from '../lib/leaving'
import { Button } from '../ui/Button'
import { Dialog } from '../ui/Dialog'
import { words } from './words'

/** Asks once when a page with unfinished work is left. */
export function LeaveDialog() {
  const { question, stay, leave } = useAttempt()
  if (!question) return null
  return (
    <Dialog title={words.leave.title} onClose={stay}>
      <div className="stack">
        <p>{question}</p>
        <div className="row">
          <Button look="primary" onClick={stay}>
            {words.leave.stay}
          </Button>
          <Button onClick={leave}>{words.leave.leave}</Button>
        </div>
      </div>
    </Dialog>
  )
}
