import { Dialog } from '../../../ui/Dialog'
import { ProofForm } from './ProofForm'
import { useRemoveSecondFactor } from './queries'

interface SwitchOffDialogProps {
  email: string
  onSwitchedOff(): void
  onClose(): void
}

export function SwitchOffDialog({ email, onSwitchedOff, onClose }: SwitchOffDialogProps) {
  const remove = useRemoveSecondFactor(onSwitchedOff)
  return (
    <Dialog title="Turn off two-step verification" onClose={onClose}>
      <ProofForm email={email} action="Turn it off" change={remove}>
        <p>After this your password alone signs you in.</p>
      </ProofForm>
    </Dialog>
  )
}
