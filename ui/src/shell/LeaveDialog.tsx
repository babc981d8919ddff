import { useBlockedNavigation } from '../lib/navigation-guard'
import { words } from '../locales/en'
import { Button } from '../ui/Button'
import { Dialog } from '../ui/Dialog'

/** Asks once when a page with unfinished work is left. */
export function LeaveDialog() {
  const { question, stay, leave } = useBlockedNavigation()
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
