import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { BookDates } from '../../entities/book/BookDates'
import { type Book, bookQuery, type Question, questionsQuery } from '../../entities/book/queries'
import { usePhase } from '../../entities/book/schedule'
import { type Memo, memosQuery } from '../../entities/memo/queries'
import { formatNumber, plural, toDate } from '../../lib/format'
import { serverConfig } from '../../lib/server-config'
import { useGuestBook, useSession } from '../../lib/session'
import { useStored } from '../../lib/storage'
import { paths } from '../../paths'
import { ButtonLink } from '../../ui/ButtonLink'
import { InkPicture } from '../../ui/InkPicture'
import { Envelope } from '../../ui/illustrations/empty-states'
import { Page } from '../../ui/Page'
import { Progress } from '../../ui/Progress'
import { Skeleton } from '../../ui/Skeleton'
import styles from './FinishedPage.module.css'
import { Result } from './prize/Result'

interface FinishedPageProps {
  /** Set if the game was skipped. */
  skip: string | undefined
}

/** Thanks after a handwritten submission: the handwriting, the progress of its book, the open questions, and then the game. */
export function FinishedPage({ skip }: FinishedPageProps) {
  const bid = useStored('bid')
  const uid = useSession()?.uid
  const isGuest = useGuestBook() !== null
  const result = !skip && !isGuest && <Result />
  return (
    <Page title="Thank you!">
      <div className={styles.page}>
        {uid && bid ? <SubmittedHandwriting uid={uid} bid={bid} /> : <Envelope />}
        <div className="stack">
          <h2>Your handwriting has arrived.</h2>
          <p>
            {isGuest
              ? 'Your answers wait until somebody who looks after the book accepts them.'
              : serverConfig.sendsMail
                ? 'We will send you an email when your entries are live.'
                : 'Your entries go live when their book is published. Check the library now and then.'}
          </p>
          <div className="row">
            <ButtonLink href={bid ? paths.entries(bid) : paths.library} variant="primary">
              {isGuest ? 'See your answers' : 'Goto Library'}
            </ButtonLink>
          </div>
          {uid && bid ? (
            <NextSteps uid={uid} bid={bid}>
              {result}
            </NextSteps>
          ) : (
            result
          )}
        </div>
      </div>
    </Page>
  )
}

interface OfMemberProps {
  uid: string
  bid: string
}

/** Longest time between the first and the last answer of one submission, in milliseconds. */
const MAX_SUBMISSION_MS = 60_000

/** The handwritten memos that were submitted last, newest submission only. */
function newestHandwriting(memos: Memo[]): Memo[] {
  const byHand = memos.filter(({ type, img }) => type === 'hand' && img)
  const times = byHand.map(({ updatedAt }) => toDate(updatedAt).getTime())
  const newest = Math.max(...times)
  return byHand.filter((_, index) => newest - (times[index] ?? 0) < MAX_SUBMISSION_MS)
}

/** Handwriting of the newest submission, the first answer large. */
function SubmittedHandwriting({ uid, bid }: OfMemberProps) {
  const { data: memos = [] } = useQuery(memosQuery(uid, bid))
  const [first, ...others] = newestHandwriting(memos)
  return (
    <div className={styles.handwriting}>
      {first?.img && (
        <figure>
          <InkPicture className={styles.large} src={first.img} alt="Your handwriting" />
          <figcaption className="meta">{first.question}</figcaption>
        </figure>
      )}
      <ul className={styles.others}>
        {others.map(
          ({ id, img, question }) =>
            img && (
              <li key={id}>
                <InkPicture
                  className={styles.small}
                  src={img}
                  alt={`Your answer to: ${question}`}
                />
              </li>
            ),
        )}
      </ul>
    </div>
  )
}

interface NextStepsProps extends OfMemberProps {
  /** Shown after the rest, so that nothing moves. */
  children: ReactNode
}

/** Progress of the book, and the open questions. A part that can’t be fetched is left out. */
function NextSteps({ uid, bid, children }: NextStepsProps) {
  const book = useQuery(bookQuery(bid))
  const memos = useQuery(memosQuery(uid, bid))
  const questions = useQuery(questionsQuery(bid))
  if (book.isLoading || memos.isLoading || questions.isLoading) {
    return <Skeleton label="" lines={8} />
  }
  return (
    <>
      {book.data && <BookProgress book={book.data} />}
      {memos.data && questions.data && (
        <OpenQuestions book={book.data} bid={bid} memos={memos.data} questions={questions.data} />
      )}
      {children}
    </>
  )
}

/** Number of entries that the book has, how many its first edition needs, and its dates. */
function BookProgress({ book }: { book: Book }) {
  const { name, status, newAnswers, schedule } = book
  return (
    <>
      {status === 'published' ? (
        <p>
          <strong>{name}</strong> is published. Your answers go into its next edition.
        </p>
      ) : schedule.readyBy === 'date' ? (
        <p>{plural(newAnswers, '{name} has 1 entry.', '{name} has # entries.', { name })}</p>
      ) : (
        <EntriesNeeded book={book} />
      )}
      <BookDates book={book} />
    </>
  )
}

function EntriesNeeded({ book }: { book: Book }) {
  const { name, newAnswers, publishAt, percentWritten, schedule } = book
  const isOpen = usePhase(schedule) === 'open'
  const missing = Math.max(0, publishAt - newAnswers)
  return (
    <>
      <p>
        {plural(
          newAnswers,
          '{name} has 1 entry of {needed}.',
          '{name} has # entries of {needed}.',
          { name, needed: formatNumber(publishAt) },
        )}
      </p>
      {missing === 0 ? (
        <p>It will be published soon.</p>
      ) : (
        isOpen && (
          <p>
            {plural(missing, 'With one more it becomes a book.', 'With # more it becomes a book.')}
          </p>
        )
      )}
      <Progress label={`Entries of ${name}`} percent={percentWritten} />
    </>
  )
}

interface OpenQuestionsProps {
  /** Undefined if it can’t be fetched. */
  book: Book | undefined
  bid: string
  memos: Memo[]
  questions: Question[]
}

/** Questions of an open book that the member has not answered in any way. */
function OpenQuestions({ book, bid, memos, questions }: OpenQuestionsProps) {
  const isOpen = usePhase(book?.schedule) === 'open'
  const answered = new Set(memos.map(({ qid }) => qid))
  const open = questions.filter(({ key }) => !answered.has(key))
  if (open.length === 0) return <p>You have answered every question of this book.</p>
  if (!isOpen) return null
  return (
    <section className="stack" aria-labelledby="open-questions">
      <h3 id="open-questions">
        {plural(open.length, 'One question is still open', '# questions are still open')}
      </h3>
      <ul className={styles.open}>
        {open.map(({ key, number, description }) => (
          <li key={key}>
            {number}. {description}
          </li>
        ))}
      </ul>
      <div className="row">
        <ButtonLink href={paths.contribute('hand', bid)}>Write more by hand</ButtonLink>
        <ButtonLink href={paths.contribute('text', bid)}>Type an answer</ButtonLink>
      </div>
    </section>
  )
}
