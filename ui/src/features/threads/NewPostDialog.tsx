import { useEffect, useRef, useState } from 'react'
import type { Topic } from '../../api/posts'
import { isUnderWay } from '../../api/use-upload'
import { useDraft } from '../../lib/drafts'
import type { Picked } from '../../lib/pick-file'
import { paths } from '../../paths'
import { Banner } from '../../ui/Banner'
import { Button } from '../../ui/Button'
import { ButtonLink } from '../../ui/ButtonLink'
import { Dialog } from '../../ui/Dialog'
import { useStillSending } from '../../ui/use-upload-close-guard'
import { NewPostForm } from './NewPostForm'
import { usePostUpload } from './use-post-upload'

interface NewPostDialogProps {
  topic: Topic
  uid: string
  /** What was dropped on the thread, or pasted into it. */
  dropped: Picked
  onClose(): void
}

/** One picture for a thread, what is said about it, and its way to the server. */
export function NewPostDialog({ topic, uid, dropped, onClose }: NewPostDialogProps) {
  const draft = `${uid}/post/${topic.code}`
  const caption = useDraft(`${draft}/caption`, '')
  const alt = useDraft(`${draft}/alt`, '')
  const words = { caption: caption.text, alt: alt.text }
  const upload = usePostUpload(topic, uid, words, (kept) => {
    caption.settle(kept.caption, '')
    alt.settle(kept.alt, '')
  })
  const [start, setStart] = useState(dropped)
  const { close, question } = useStillSending(isUnderWay(upload.journey), onClose)
  const startAgain = () => {
    setStart({})
    upload.cancel()
  }
  return (
    <Dialog title={`Upload a page to ${topic.name}`} wide onClose={close}>
      <div className="stack">
        {question}
        {upload.data ? (
          <UploadSuccess onAnother={startAgain} />
        ) : (
          <NewPostForm caption={caption} alt={alt} start={start} upload={upload} />
        )}
      </div>
    </Dialog>
  )
}

/** The page is on the server, and its writer decides when others see it. */
function UploadSuccess({ onAnother }: { onAnother(): void }) {
  const words = useRef<HTMLDivElement>(null)
  // The form, which had the focus, is gone.
  useEffect(() => words.current?.focus(), [])
  return (
    <div ref={words} tabIndex={-1} className="stack">
      <Banner tone="good">
        Your page is uploaded. It is pending: only you can see it until you publish it.
      </Banner>
      <div className="row">
        <ButtonLink href={paths.pendingPosts} look="primary">
          Go to your pending posts
        </ButtonLink>
        <Button onClick={onAnother}>Upload another</Button>
      </div>
    </div>
  )
}
