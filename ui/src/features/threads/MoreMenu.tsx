import { useState } from 'react'
import { useBlock } from '../../entities/member/blocks'
import { headingOf } from '../../entities/post/comments'
import { ReportDialog } from '../../entities/report/ReportDialog'
import { errorMessage } from '../../lib/api-error'
import { focusAfterRender } from '../../lib/focus-after-render'
import { notify } from '../../lib/notify'
import { useSession } from '../../lib/session'
import { Banner } from '../../ui/Banner'
import { Button } from '../../ui/Button'
import { Dialog } from '../../ui/Dialog'
import { Menu, MenuButton } from '../../ui/Menu'
import styles from './MoreMenu.module.css'
import { cardsBeside, type Reported, useRemoveReported } from './queries'

interface MoreMenuProps extends Reported {
  /** Label that names the post or comment, for screen readers. */
  label: string
  /** Called after the post was reported or its author blocked. */
  onGone(): void
}

/** Menu with Report and Block for somebody else's post or comment. */
export function MoreMenu({ post, comment, label, onGone }: MoreMenuProps) {
  const session = useSession()
  const [open, setOpen] = useState<'report' | 'block'>()
  const removeReported = useRemoveReported({ post, comment })
  const close = () => setOpen(undefined)
  /** Moves the focus from the item before it is removed, alone or with its post. */
  const moveFocus = (postGoes: boolean) => {
    const beside = postGoes ? cardsBeside(post.id) : [headingOf(post.id)]
    if (postGoes) onGone()
    focusAfterRender(...beside)
  }
  const { uid: other } = comment ?? post
  const { name, username } = comment?.user ?? post.author
  if (!session || session.uid === other) return null
  return (
    <>
      <Menu label="More" aria-label={label} variant="quiet" end>
        <MenuButton className={styles.item} onClick={() => setOpen('report')}>
          Report…
        </MenuButton>
        {/* Deleted members have no username. */}
        {username && (
          <MenuButton className={styles.item} onClick={() => setOpen('block')}>
            Block {name || username}…
          </MenuButton>
        )}
      </Menu>
      {open === 'report' && (
        <ReportDialog
          kind={comment ? 'comment' : 'post'}
          id={(comment ?? post).id}
          uid={session.uid}
          onReported={() => {
            moveFocus(!comment)
            removeReported()
          }}
          onClose={close}
        />
      )}
      {open === 'block' && (
        <BlockDialog
          uid={session.uid}
          other={other}
          name={name || username}
          onBlocked={() => moveFocus(other === post.uid)}
          onClose={close}
        />
      )}
    </>
  )
}

interface BlockDialogProps {
  /** Member who blocks. */
  uid: string
  /** Member to block. */
  other: string
  name: string
  onBlocked(): void
  onClose(): void
}

/** Dialog that confirms blocking a member. */
function BlockDialog({ uid, other, name, onBlocked, onClose }: BlockDialogProps) {
  const { mutate, isPending, error } = useBlock(() => {
    onClose()
    onBlocked()
    notify({
      message: `${name} is blocked. You can unblock them in Settings.`,
      tone: 'good',
    })
  })
  return (
    <Dialog title={`Block ${name}?`} onClose={onClose}>
      <div className="stack">
        {error && <Banner tone="error">{errorMessage(error)}</Banner>}
        <p>
          You won’t see anything by {name} any more. They can’t like or comment on your posts, and
          they aren’t told.
        </p>
        <div className="row">
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" busy={isPending} onClick={() => mutate({ uid, other })}>
            Block
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
