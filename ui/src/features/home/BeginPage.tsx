import { Redirect } from 'wouter'
import { BookDates } from '../../entities/book/BookDates'
import { usePhase } from '../../entities/book/schedule'
import { useGuestBook, useSession } from '../../lib/session'
import { useStored } from '../../lib/storage'
import { paths } from '../../paths'
import { ButtonLink } from '../../ui/ButtonLink'
import { Card } from '../../ui/Card'
import { Handwriting, Illustration } from '../../ui/illustrations/Illustration'
import { BookSpread } from '../../ui/illustrations/journey'
import { PenOnSheet } from '../../ui/illustrations/steps'
import { Page } from '../../ui/Page'
import styles from './BeginPage.module.css'
import { Desk, MyPagesLink } from './Desk'
import { useFetchedBook } from './queries'
import { Reminder } from './Reminder'
import { WeeklyQuestions } from './WeeklyQuestions'

/** Landing page of members. Guests are redirected to their book. */
export function BeginPage() {
  const session = useSession()
  const guestOf = useGuestBook()
  const firstName = useStored('name')?.split(' ')[0]
  if (guestOf !== null) return <Redirect to={paths.entries(guestOf)} replace />
  return (
    <Page
      title={firstName ? `Good to see you, ${firstName}` : 'Good to see you'}
      lead="Where would you like to begin?"
    >
      {session && <Reminder uid={session.uid} />}
      {session && <WeeklyQuestions uid={session.uid} />}
      {session && <Desk uid={session.uid} />}
      <div className={styles.choices}>
        <Card>
          <div className={styles.choice}>
            <div className={styles.picture}>
              <BookSpread />
            </div>
            <h2>Library</h2>
            <p>Answer a book’s questions by hand, and read the books that members have made.</p>
            <ButtonLink href={paths.library} variant="primary">
              Open the library
            </ButtonLink>
          </div>
        </Card>
        <Card>
          <div className={styles.choice}>
            <div className={styles.picture}>
              <Conversation />
            </div>
            <h2>Threads</h2>
            <p>Show a drawing or a page, and talk about it with others.</p>
            <ButtonLink href={paths.threads}>Open the threads</ButtonLink>
          </div>
        </Card>
      </div>
      <LastBook />
      {session && <MyPagesLink />}
    </Page>
  )
}

/** Link to the book that was opened last, unless it has closed. */
function LastBook() {
  const bid = useStored('bid')
  const book = useFetchedBook(bid)
  const isClosed = usePhase(book?.schedule) === 'closed'
  if (!bid || isClosed) return null
  return (
    <div className={styles.last}>
      <PenOnSheet />
      <div>
        <h2 className={styles.lastTitle}>Have you filled in your page?</h2>
        <p className={styles.lastText}>Pick up where you left off.</p>
        {book && <BookDates book={book} isBrief />}
      </div>
      <div className={styles.lastWay}>
        <ButtonLink href={paths.contribute('hand', bid)}>Continue with your last book</ButtonLink>
      </div>
    </div>
  )
}

/** A drawing that somebody posted, and what others say to it. */
function Conversation() {
  return (
    <Illustration width={300} height={230}>
      <path fill="var(--sunk)" d="M42 44 164 20 196 180 74 206Z" />
      <path fill="var(--card)" d="M62 26H186L204 44V212H62Z" />
      <path fill="var(--sunk)" d="M186 26V44H204Z" />
      <path d="M78 146q22-46 40-22 14-36 40 0 12-16 30 22M78 146H188" />
      <circle cx="146" cy="82" r="13" />
      <path
        fill="var(--seal)"
        stroke="none"
        d="M86 196q-12-8-12-16 0-7 6-7 4 0 6 4 2-4 6-4 6 0 6 7 0 8-12 16Z"
      />
      <path stroke="var(--line)" strokeDasharray="1 6" d="M110 184h44" />
      <path fill="var(--card)" d="M180 64H288V118H222L206 134V118H180Z" />
      <Handwriting left={194} top={98} leading={20} size={0.9} rows={['gul den']} />
      <path fill="var(--card)" d="M168 150H262V196H250V210L234 196H168Z" />
      <Handwriting left={182} top={180} leading={20} size={0.9} rows={['nu le']} />
    </Illustration>
  )
}
