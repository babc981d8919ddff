import { useEffect } from 'react'
import { errorMessage } from '../../../api/error'
import { timeAgo, toDate } from '../../../lib/time-ago'
import { Banner } from '../../../ui/Banner'
import { Dialog } from '../../../ui/Dialog'
import { Skeleton } from '../../../ui/Skeleton'
import { TextField } from '../../../ui/TextField'
import styles from './MembersPage.module.css'
import { type Member, useResetLink } from './queries'

interface ResetLinkDialogProps {
  member: Member
  onClose(): void
}

/** A link to show or to send: for a member who forgot the password where no mail goes out. */
export function ResetLinkDialog({ member, onClose }: ResetLinkDialogProps) {
  const { mutate, data, error } = useResetLink()
  useEffect(() => mutate(member.uid), [mutate, member.uid])
  return (
    <Dialog title={`A new password for ${member.name}`} onClose={onClose}>
      {error && <Banner tone="error">{errorMessage(error)}</Banner>}
      {!data && !error && <Skeleton label="Making the link…" lines={4} />}
      {data && (
        <div className="stack">
          <p>
            Let {member.name} scan this or open the link. It works once and ends{' '}
            {timeAgo(toDate(data.expiresAt))}; whoever has it can take the account over.
          </p>
          <img className={styles.code} src={data.qrcode} alt="QR code of the link" />
          <TextField
            name="link"
            label="Link"
            readOnly
            value={data.link}
            onFocus={({ target }) => target.select()}
          />
        </div>
      )}
    </Dialog>
  )
}
