import { Dialog } from '../../../ui/Dialog'
import { ProofForm } from './ProofForm'
import { useRenewRecoveryCodes } from './queries'
import { RecoveryCodes } from './RecoveryCodes'

interface RenewDialogProps {
  email: string
  onClose(): void
}

/** New recovery codes in place of the older ones. */
export function RenewDialog({ email, onClose }: RenewDialogProps) {
  const renew = useRenewRecoveryCodes()
  return (
    <Dialog title="New recovery codes" onClose={onClose}>
      {renew.data ? (
        <RecoveryCodes codes={renew.data.recoveryCodes} onKept={onClose} />
      ) : (
        <ProofForm email={email} action="Make new codes" change={renew}>
          <p>The older ones stop working.</p>
        </ProofForm>
      )}
    </Dialog>
  )
}
