import { useState } from 'react'
import { headingOf } from '../../api/comments'
import { focusAfterRender } from '../../lib/focus-after-render'
import { useSession } from '../../lib/session'
import { Menu, MenuButton } from '../../ui/Menu'
import { BlockDialog } from './BlockDialog'
import styles from './MoreMenu.module.css'
import { ReportPostDialog } from './ReportPostDialog'
import { cardOf, cardsBeside } from './use-delete-post'
import type { Reported } from './use-report'

interface MoreMenuProps extends Reported {
  /** What it is about, for those who hear it. */
  about: string
  /** The post was reported, or whose it is was blocked. */
  onGone(): void
}

/** What a member can do about something of somebody else's that should not be there, or not in sight. */
export function MoreMenu({ post, comment, about, onGone }: MoreMenuProps) {
  const session = useSession()
  const [open, setOpen] = useState<'report' | 'block'>()
  const close = () => setOpen(undefined)
  const leave = (postGoes: boolean) => {
    // Asked for while it is still there.
    const beside = postGoes ? cardsBeside(cardOf(post.id)) : [headingOf(post.id)]
    if (postGoes) onGone()
    focusAfterRender(...beside)
  }
  const { uid: other } = comment ?? post
  const { name, username } = comment?.user ?? post.author
  if (!session || session.uid === other) return null
  return (
    <>
      <Menu label="More" aria-label={`More about ${about}`} look="quiet" end>
        <MenuButton className={styles.item} onClick={() => setOpen('report')}>
          Report…
        </MenuButton>
        {/* Who has left has none. */}
        {username && (
          <MenuButton className={styles.item} onClick={() => setOpen('block')}>
            Block {name || username}…
          </MenuButton>
        )}
      </Menu>
      {open === 'report' && (
        <ReportPostDialog
          uid={session.uid}
          reported={{ post, comment }}
          onReported={() => leave(!comment)}
          onClose={close}
        />
      )}
      {open === 'block' && (
        <BlockDialog
          uid={session.uid}
          other={other}
          name={name || username}
          onBlocked={() => leave(other === post.uid)}
          onClose={close}
        />
      )}
    </>
  )
}
