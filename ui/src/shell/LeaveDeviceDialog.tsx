import { Link } from 'wouter'
import { words } from '../locales/en'
import { paths } from '../paths'
import { Button } from '../ui/Button'
import { Dialog } from '../ui/Dialog'
import { useSignOut } from './sign-out'

interface LeaveDeviceDialogProps {
  /** Id of the guest's book. */
  bid: string
  onClose(): void
}

/** Dialog that signs a guest out, after a word about the private link, which is the only way back. */
export function LeaveDeviceDialog({ bid, onClose }: LeaveDeviceDialogProps) {
  const signOut = useSignOut(paths.home)
  return (
    <Dialog title={words.leaveDevice.title} onClose={onClose}>
      <div className="stack">
        <p>{words.leaveDevice.what}</p>
        <p>
          {words.leaveDevice.link}{' '}
          <Link href={paths.entries(bid)} onClick={onClose}>
            {words.leaveDevice.again}
          </Link>
        </p>
        <div className="row">
          <Button onClick={onClose}>{words.leave.stay}</Button>
          <Button variant="primary" onClick={signOut}>
            {words.leaveDevice.leave}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
