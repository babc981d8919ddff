import { type ReactNode, useState } from 'react'
import { useNavigationGuard } from '../lib/navigation-guard'
import { Banner } from './Banner'
import { Button } from './Button'

interface Guarded {
  /** Closes the dialog, or asks first. */
  close(): void
  question: ReactNode
}

/** Asks before a dialog with a running upload is closed or its page left. */
export function useUploadCloseGuard(isSending: boolean, onClose: () => void): Guarded {
  const [wantsToClose, setWantsToClose] = useState(false)
  useNavigationGuard(
    isSending ? 'Your page is still being sent. It is lost if you leave now.' : undefined,
  )
  const close = () => {
    setWantsToClose(isSending)
    if (!isSending) onClose()
  }
  const question = wantsToClose && isSending && (
    <Banner tone="warn">
      <p>Your page is still being sent.</p>
      <div className="row">
        <Button onClick={() => setWantsToClose(false)}>Keep sending</Button>
        <Button onClick={onClose}>Stop and close</Button>
      </div>
    </Banner>
  )
  return { close, question }
}
