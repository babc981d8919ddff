import { useState } from 'react'
import { errorMessage } from '../../../lib/api-error'
import { focusAfterRender } from '../../../lib/focus-after-render'
import { toDate } from '../../../lib/format'
import { Banner } from '../../../ui/Banner'
import { Button } from '../../../ui/Button'
import { CopyField } from '../../../ui/CopyField'
import { Dialog } from '../../../ui/Dialog'
import { RelativeTime } from '../../../ui/RelativeTime'
import styles from './GuestsPage.module.css'
import { type BookGuestLink, useMakeGuestLink, useRemoveGuestLink } from './queries'

/** Id of the heading, which gets the focus when the buttons below it change. */
const HEADING = 'guest-link'

interface GuestLinkProps {
  bid: string
  /** Null if the book has no guest link. */
  link: BookGuestLink | null
}

/** Link with which people become guests of a book, with its QR code. */
export function GuestLink({ bid, link }: GuestLinkProps) {
  const [open, setOpen] = useState<'renew' | 'remove'>()
  const close = () => setOpen(undefined)
  return (
    <section className="stack" aria-labelledby={HEADING}>
      <h2 id={HEADING} tabIndex={-1}>
        Guest link
      </h2>
      <p>
        Anyone with the link can answer the questions of this book under a name, without an account.
        Their answers wait until you accept them.
      </p>
      {link ? (
        <>
          <div className={styles.link}>
            <img
              className={styles.qrcode}
              src={link.qrcode}
              alt="QR code of the guest link"
              width={288}
              height={288}
            />
            <div className="stack">
              <CopyField
                name="guest-link"
                label="Link"
                value={link.link}
                copyLabel="Copy the guest link"
              />
              <p className="meta">
                <Maker link={link} />
              </p>
            </div>
          </div>
          <div className="row screen-only">
            <Button onClick={() => setOpen('renew')}>Make a new link…</Button>
            <Button variant="quiet" onClick={() => setOpen('remove')}>
              Remove the link…
            </Button>
          </div>
        </>
      ) : (
        <FirstLink bid={bid} />
      )}
      {open === 'renew' && <RenewDialog bid={bid} onClose={close} />}
      {open === 'remove' && <RemoveDialog bid={bid} onClose={close} />}
    </section>
  )
}

function Maker({ link: { madeBy, madeAt } }: { link: BookGuestLink }) {
  const at = <RelativeTime at={toDate(madeAt)} />
  return madeBy ? (
    <>
      Made by {madeBy} {at}
    </>
  ) : (
    <>Made {at}</>
  )
}

/** Button that makes the first link of a book. */
function FirstLink({ bid }: { bid: string }) {
  const { mutate, isPending, error } = useMakeGuestLink(bid, () => focusAfterRender(HEADING))
  return (
    <>
      {error && <Banner tone="error">{errorMessage(error)}</Banner>}
      <p>This book has no guest link, so nobody can become a guest.</p>
      <div className="row">
        <Button variant="primary" busy={isPending} onClick={() => mutate()}>
          Make a guest link
        </Button>
      </div>
    </>
  )
}

interface LinkDialogProps {
  bid: string
  onClose(): void
}

function RenewDialog({ bid, onClose }: LinkDialogProps) {
  const { mutate, isPending, error } = useMakeGuestLink(bid, () => {
    onClose()
    focusAfterRender(HEADING)
  })
  return (
    <Dialog title="Make a new guest link?" onClose={onClose}>
      <div className="stack">
        {error && <Banner tone="error">{errorMessage(error)}</Banner>}
        <p>
          The old link and its QR code stop working. Guests who have answered stay guests. Guests
          who haven’t answered yet are removed and need the new link.
        </p>
        <div className="row">
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" busy={isPending} onClick={() => mutate()}>
            Make the new link
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

function RemoveDialog({ bid, onClose }: LinkDialogProps) {
  const { mutate, isPending, error } = useRemoveGuestLink(bid, () => {
    onClose()
    // The button that opened the dialog is removed with the link.
    focusAfterRender(HEADING)
  })
  return (
    <Dialog title="Remove the guest link?" onClose={onClose}>
      <div className="stack">
        {error && <Banner tone="error">{errorMessage(error)}</Banner>}
        <p>Nobody can become a guest any more. People who are guests already stay guests.</p>
        <div className="row">
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" busy={isPending} onClick={() => mutate()}>
            Remove the link
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
