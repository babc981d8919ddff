import { Button } from '../../../ui/Button'
import { Dialog } from '../../../ui/Dialog'
import { type Member, useChangeMember } from './queries'

interface DisableDialogProps {
  member: Member
  onClose(): void
}

/** Asks before somebody is cut off. */
export function DisableDialog({ member, onClose }: DisableDialogProps) {
  const { mutate, isPending } = useChangeMember()
  const disable = () =>
    mutate(
      { member, change: 'disable', done: `${member.name} is signed out and cannot sign in.` },
      { onSettled: onClose },
    )
  return (
    <Dialog title={`Disable ${member.name}?`} onClose={onClose}>
      <div className="stack">
        <p>
          {member.name} is signed out everywhere at once and cannot sign in until you enable the
          account again. The memos stay where they are.
        </p>
        <div className="row">
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" busy={isPending} onClick={disable}>
            Disable the account
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
