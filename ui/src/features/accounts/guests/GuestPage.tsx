import { type ReactNode, useEffect, useRef, useState } from 'react'
import { MAX_LENGTHS } from '../../../api/limits'
import { ClosureNotice } from '../../../entities/book/BookDates'
import { describeDates, useMinute } from '../../../entities/book/schedule'
import { PrivateLink } from '../../../entities/member/PrivateLink'
import { ApiError, errorMessage } from '../../../lib/api-error'
import { useDisplay } from '../../../lib/display'
import { useGuestBook, useSession } from '../../../lib/session'
import { useStored } from '../../../lib/storage'
import { paths } from '../../../paths'
import { Banner } from '../../../ui/Banner'
import { Button } from '../../../ui/Button'
import { ButtonLink } from '../../../ui/ButtonLink'
import { required } from '../../../ui/checks'
import { EmptyState } from '../../../ui/EmptyState'
import { Form } from '../../../ui/Form'
import { Envelope } from '../../../ui/illustrations/empty-states'
import { Page } from '../../../ui/Page'
import { Skeleton } from '../../../ui/Skeleton'
import { Submit } from '../../../ui/Submit'
import { TextField } from '../../../ui/TextField'
import { type LinkedBook, useGuestLink, useJoin } from './queries'

interface Joined {
  book: LinkedBook
  privateLink: string
}

/** Target of a book's guest link: whoever opens it gives a name, and answers the questions of the book. */
export function GuestPage({ code }: { code: string }) {
  const [joined, setJoined] = useState<Joined>()
  return joined ? <Welcome {...joined} /> : <Invitation code={code} onJoined={setJoined} />
}

interface InvitationProps {
  code: string
  onJoined(joined: Joined): void
}

function Invitation({ code, onJoined }: InvitationProps) {
  const { data: book, error, refetch } = useGuestLink(code)
  if (error && !book) return <NoBook error={error} onRetry={() => void refetch()} />
  if (!book) {
    return (
      <Page title="Guest link" narrow>
        <Skeleton label="Looking up the book…" lines={10} />
      </Page>
    )
  }
  return (
    <Page title={book.book} lead={book.description} narrow>
      <div className="stack">
        <Dates schedule={book.schedule} />
        <WayIn book={book} code={code} onJoined={onJoined} />
      </div>
    </Page>
  )
}

interface NoBookProps {
  error: Error
  onRetry(): void
}

/** Page of a link that leads to no book, or whose book could not be fetched. */
function NoBook({ error, onRetry }: NoBookProps) {
  const isUnknown = error instanceof ApiError && error.status === 422
  return (
    <Page title="Guest link" narrow>
      <EmptyState
        drawing={<Envelope />}
        title={errorMessage(error)}
        action={
          isUnknown ? (
            <ButtonLink href={paths.home}>Go to the home page</ButtonLink>
          ) : (
            <Button onClick={onRetry}>Try again</Button>
          )
        }
      >
        {isUnknown && <p>If you’ve been here before, open your private link instead.</p>}
      </EmptyState>
    </Page>
  )
}

/** Sentences about when the book opens and closes. */
function Dates({ schedule }: Pick<LinkedBook, 'schedule'>) {
  const now = useMinute(schedule)
  const countsDown = useDisplay() !== 'paper'
  const sentences = now === undefined ? [] : describeDates(schedule, now, countsDown)
  return sentences.length > 0 && <p>{sentences.join(' ')}</p>
}

interface WayInProps extends InvitationProps {
  book: LinkedBook
}

/** Form for new guests; for others a link to the book. */
function WayIn({ book, ...form }: WayInProps) {
  const session = useSession()
  const guestOf = useGuestBook()
  const name = useStored('name') ?? ''
  if (guestOf === book.bid) {
    return (
      <Continue href={paths.entries(book.bid)} label="Continue">
        You’re already a guest of this book, as {name}.
      </Continue>
    )
  }
  if (session && guestOf === null) {
    return (
      <Continue href={paths.entries(book.bid)} label="Open the book">
        You’re signed in as {name}. Members need no guest link.
      </Continue>
    )
  }
  return (
    <>
      <ul>
        <li>You need no account. A name is enough.</li>
        <li>You answer by hand, with a page, or with text.</li>
        <li>Your answers wait until somebody who looks after the book accepts them.</li>
      </ul>
      {guestOf !== null && (
        <Banner>
          On this device you’re a guest of another book. If you begin here, only your private link
          brings you back to it.
        </Banner>
      )}
      <JoinForm book={book} {...form} />
    </>
  )
}

interface ContinueProps {
  href: string
  /** Label of the link. */
  label: string
  children: ReactNode
}

function Continue({ href, label, children }: ContinueProps) {
  return (
    <>
      <p>{children}</p>
      <div className="row">
        <ButtonLink href={href} variant="primary">
          {label}
        </ButtonLink>
      </div>
    </>
  )
}

function JoinForm({ book, code, onJoined }: WayInProps) {
  const join = useJoin(code, (privateLink) => onJoined({ book, privateLink }))
  return (
    <Form<'name'>
      onSubmit={({ name }) => join.mutate(name.trim())}
      error={join.error}
      busy={join.isPending}
    >
      <ClosureNotice schedule={book.schedule} error={join.error} />
      <TextField
        name="name"
        label="Your name"
        hint="It’s printed in the book like this."
        autoComplete="name"
        maxCharacters={MAX_LENGTHS.NewGuest.name}
        check={required('Enter your name.')}
      />
      <Submit>{join.isPending ? 'One moment…' : 'Begin'}</Submit>
    </Form>
  )
}

/** Private link of a new guest, and the link to the questions. The heading takes the focus of the form, which it replaces. */
function Welcome({ book, privateLink }: Joined) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <Page title={book.book} narrow>
      <div className="stack">
        <h2 ref={heading} tabIndex={-1}>
          Welcome!
        </h2>
        <PrivateLink link={privateLink} />
        <div className="row">
          <ButtonLink href={paths.entries(book.bid)} variant="primary">
            Answer the questions
          </ButtonLink>
        </div>
      </div>
    </Page>
  )
}
