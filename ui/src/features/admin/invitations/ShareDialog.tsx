import { errorMessage } from '../../../lib/api-error'
import { formatDay, plural, toDate } from '../../../lib/format'
import { Banner } from '../../../ui/Banner'
import { Button } from '../../../ui/Button'
import { CopyField } from '../../../ui/CopyField'
import { Dialog } from '../../../ui/Dialog'
import { type Invitation, useCards } from './queries'
import styles from './ShareDialog.module.css'

interface ShareDialogProps {
  title: string
  invitation: Invitation
  onClose(): void
}

/** Dialog with the link and QR code of an invitation, or its cards. */
export function ShareDialog({ title, invitation, onClose }: ShareDialogProps) {
  const cards = useCards(invitation)
  const { code, expiresAt, maxUses, uses } = invitation
  const left = maxUses - uses
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="stack">
        <p>
          {code
            ? plural(
                left,
                'One person can still sign up with it.',
                '# people can still sign up with it.',
              )
            : plural(
                left,
                'One card is unused. It works once.',
                '# cards are unused. Each works once.',
              )}{' '}
          {expiresAt && `It expires on ${formatDay(toDate(expiresAt))}.`}
        </p>
        {code && <LinkToShare code={code} />}
        {cards.error && <Banner tone="error">{errorMessage(cards.error)}</Banner>}
        <div>
          <Button
            variant={code ? 'plain' : 'primary'}
            busy={cards.isPending}
            onClick={() => cards.mutate()}
          >
            {code ? 'Download it as a card (PDF)' : 'Download the cards (PDF, to print and cut)'}
          </Button>
        </div>
        <p role="status">{cards.isSuccess && 'The file is in your downloads.'}</p>
      </div>
    </Dialog>
  )
}

/** Link of an invitation with its QR code, and the code to read out. */
function LinkToShare({ code: { code, link, qr } }: { code: NonNullable<Invitation['code']> }) {
  return (
    <>
      <img className={styles.qr} src={qr} alt="QR code of the link" width={288} height={288} />
      <CopyField name="link" label="Link" value={link} copyLabel="Copy the link" />
      <p>
        To type on the sign-up page: <strong className={styles.code}>{code}</strong>
      </p>
    </>
  )
}
