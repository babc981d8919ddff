import { useState } from 'react'
import { Link } from 'wouter'
import { errorMessage } from '../../../lib/api-error'
import { focusAfterRender } from '../../../lib/focus-after-render'
import { formatNumber, toDate } from '../../../lib/format'
import { paths } from '../../../paths'
import { Banner } from '../../../ui/Banner'
import { Button } from '../../../ui/Button'
import { type Column, DataTable } from '../../../ui/DataTable'
import { Dialog } from '../../../ui/Dialog'
import { Page } from '../../../ui/Page'
import { RelativeTime } from '../../../ui/RelativeTime'
import { GuestLink } from './GuestLink'
import styles from './GuestsPage.module.css'
import { type BookGuest, useGuests, useRemoveGuest } from './queries'
import { WaitingAnswers } from './WaitingAnswers'

/** Guests of a book for its keepers: the answers that wait, the link with which guests come, and who has come. */
export function GuestsPage({ bid }: { bid: string }) {
  const { book, link, guests, waiting } = useGuests(bid)
  return (
    <Page title="Guests" lead={<Link href={paths.adminBook(bid)}>{book.name}</Link>}>
      <div className={styles.sections}>
        <p className="screen-only">
          <Link href={paths.adminAnswers(bid)}>Who has answered</Link>
        </p>
        <WaitingAnswers memos={waiting} />
        <GuestLink bid={bid} link={link ?? null} />
        <Guests bid={bid} guests={guests} />
      </div>
    </Page>
  )
}

const COLUMNS: Column<BookGuest>[] = [
  { head: 'Name', rowHeader: true, cell: ({ name }) => name },
  {
    head: 'Joined',
    showLabelOnMobile: true,
    nowrap: true,
    cell: ({ joinedAt }) => <RelativeTime at={toDate(joinedAt)} />,
  },
  {
    head: 'Waiting',
    showLabelOnMobile: true,
    nowrap: true,
    cell: ({ waiting }) => formatNumber(waiting),
  },
  {
    head: 'Accepted',
    showLabelOnMobile: true,
    nowrap: true,
    cell: ({ accepted }) => formatNumber(accepted),
  },
]

/** Id of the heading, which gets the focus after a guest is removed. */
const HEADING = 'guests'

function Guests({ bid, guests }: { bid: string; guests: BookGuest[] }) {
  const [removed, setRemoved] = useState<BookGuest>()
  const close = () => setRemoved(undefined)
  return (
    <section className="stack" aria-labelledby={HEADING}>
      <h2 id={HEADING} tabIndex={-1}>
        All guests
      </h2>
      <DataTable
        label="Guests"
        rows={guests}
        keyOf={({ uid }) => uid}
        columns={COLUMNS}
        actions={(guest) => (
          <Button
            variant="quiet"
            aria-label={`Remove ${guest.name}…`}
            onClick={() => setRemoved(guest)}
          >
            Remove…
          </Button>
        )}
        empty={<p>Nobody has come as a guest yet.</p>}
      />
      {removed && <RemoveDialog bid={bid} guest={removed} onClose={close} />}
    </section>
  )
}

interface RemoveDialogProps {
  bid: string
  guest: BookGuest
  onClose(): void
}

/** Dialog that confirms the removal of a guest. */
function RemoveDialog({ bid, guest, onClose }: RemoveDialogProps) {
  const { mutate, isPending, error } = useRemoveGuest(bid, guest, () => {
    onClose()
    // The button that opened the dialog is removed with its guest.
    focusAfterRender(HEADING)
  })
  return (
    <Dialog title={`Remove ${guest.name}?`} onClose={onClose}>
      <div className="stack">
        {error && <Banner tone="error">{errorMessage(error)}</Banner>}
        <p>
          {guest.name} is signed out everywhere and can’t come back. Their answers that are in no
          published edition are deleted, too. This can’t be undone.
        </p>
        <div className="row">
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="danger" busy={isPending} onClick={() => mutate()}>
            Remove the guest
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
