import { useBlock } from '../../api/blocks'
import { errorMessage } from '../../api/error'
import { notify } from '../../lib/notify'
import { Banner } from '../../ui/Banner'
import { Button } from '../../ui/Button'
import { Dialog } from '../../ui/Dialog'

interface BlockDialogProps {
  /** Who blocks, ... */
  uid: string
  /** ... and whom. */
  other: string
  name: string
  onBlocked(): void
  onClose(): void
}

/** Asks once before a member is out of sight. */
export function BlockDialog({ uid, other, name, onBlocked, onClose }: BlockDialogProps) {
  const { mutate, isPending, error } = useBlock(() => {
    onClose()
    onBlocked()
    notify({
      words: `${name} is blocked. You can unblock them in Settings.`,
      tone: 'good',
    })
  })
  return (
    <Dialog title={`Block ${name}?`} onClose={onClose}>
      <div className="stack">
        {error && <Banner tone="error">{errorMessage(error)}</Banner>}
        <p>
          You will see nothing of {name} any more, and they can neither like nor answer what you
          post. They are not told.
        </p>
        <div className="row">
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" busy={isPending} onClick={() => mutate({ uid, other })}>
            Block
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
