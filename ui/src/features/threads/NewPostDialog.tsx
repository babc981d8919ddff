import { useState } from 'react'
import type { Topic } from '../../api/posts'
import { useLeaveGuard } from '../../lib/leaving'
import { Dialog } from '../../ui/Dialog'
import { NewPostForm } from './NewPostForm'
import { StillSending } from './StillSending'
import { usePostUpload } from './use-post-upload'
import { WaitsToBePublished } from './WaitsToBePublished'

interface NewPostDialogProps {
  topic: Topic
  uid: string
  onClose(): void
}

/** One picture for a thread, what is said about it, and its way to the server. */
export function NewPostDialog({ topic, uid, onClose }: NewPostDialogProps) {
  const sending = usePostUpload(topic, uid)
  const [wantsToClose, setWantsToClose] = useState(false)
  useLeaveGuard(
    sending.isSending ? 'Your page is still being sent. It is lost if you leave now.' : undefined,
  )
  const close = () => (sending.isSending ? setWantsToClose(true) : onClose())
  return (
    <Dialog title={`Upload a page to ${topic.name}`} wide onClose={close}>
      {wantsToClose && sending.isSending && (
        <StillSending onStay={() => setWantsToClose(false)} onLeave={onClose} />
      )}
      {sending.isSent ? (
        <WaitsToBePublished onAnother={sending.reset} />
      ) : (
        <NewPostForm draft={`${uid}/post/${topic.code}`} sending={sending} />
      )}
    </Dialog>
  )
}
