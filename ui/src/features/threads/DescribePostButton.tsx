import { useState } from 'react'
import type { Post } from '../../api/posts'
import { notify } from '../../lib/notify'
import { useSession } from '../../lib/session'
import { Button } from '../../ui/Button'
import { Dialog } from '../../ui/Dialog'
import { PostTextForm } from './PostTextForm'

/** Leads to the words of one's own page. */
export function DescribePostButton({ post }: { post: Post }) {
  const session = useSession()
  const [open, setOpen] = useState(false)
  if (post.uid !== session?.uid) return null
  const close = () => setOpen(false)
  const finish = () => {
    notify({ words: 'Saved.', tone: 'good' })
    close()
  }
  return (
    <>
      <Button onClick={() => setOpen(true)}>Describe</Button>
      {open && (
        <Dialog title="Describe this page" onClose={close}>
          <PostTextForm post={post} look="primary" onDescribed={finish} />
        </Dialog>
      )}
    </>
  )
}
