import { Link } from 'wouter'
import { BookFrame } from '../../entities/book/BookFrame'
import {
  type Edition,
  type Question,
  useBook,
  useEditions,
  useHasEpub,
  useQuestions,
} from '../../entities/book/queries'
import { usePhase } from '../../entities/book/schedule'
import { HiddenNotice } from '../../entities/memo/HiddenNotice'
import { MemoContent } from '../../entities/memo/MemoContent'
import {
  type Memo,
  useEarlierMemos,
  useMemos,
  useRemovedMemos,
  useRestoreMemo,
  useWithdrawMemo,
} from '../../entities/memo/queries'
import { formatEntries, plural, toDate } from '../../lib/format'
import { useGuestBook } from '../../lib/session'
import { setStored } from '../../lib/storage'
import { paths } from '../../paths'
import { Banner } from '../../ui/Banner'
import { Button } from '../../ui/Button'
import { ButtonLink, DownloadLink } from '../../ui/ButtonLink'
import { Card } from '../../ui/Card'
import { EmptyState } from '../../ui/EmptyState'
import { BlankSheet } from '../../ui/illustrations/empty-states'
import { RelativeTime } from '../../ui/RelativeTime'
import styles from './EntriesPage.module.css'
import { EntryCard, EntryTime } from './EntryCard'
import cardStyles from './EntryCard.module.css'
import { GuestSection } from './GuestSection'

/** The member's entries in a book, and the editions of the book. */
export function EntriesPage({ bid }: { bid: string }) {
  const book = useBook(bid)
  const memos = useMemos(bid)
  const hasEpub = useHasEpub(bid)
  const isGuest = useGuestBook() !== null
  const isPublished = book.status === 'published'
  const isOpen = usePhase(book.schedule) === 'open'
  return (
    <BookFrame
      book={book}
      part="mine"
      actions={
        isPublished && (
          <>
            {!isGuest && (
              <ButtonLink href={paths.read(bid)} variant="primary">
                Read the book
              </ButtonLink>
            )}
            <DownloadLink href={paths.publishedBook(bid)}>Download the book</DownloadLink>
            {hasEpub && (
              <DownloadLink href={paths.publishedBook(bid, { format: 'epub' })}>EPUB</DownloadLink>
            )}
          </>
        )
      }
    >
      <div className="stack">
        {!isPublished && isOpen && (
          <p className="prose">
            You can refine your entries and submit them again until the book is compiled.
          </p>
        )}
        <RemovedEntries bid={bid} isOpen={isOpen} />
        {memos.length === 0 ? (
          <NoEntries bid={bid} isOpen={isOpen} />
        ) : (
          <Entries bid={bid} memos={memos} isOpen={isOpen} />
        )}
        <p className="meta">
          {isPublished
            ? 'Tip: your entries can receive loves from the readers of the book.'
            : 'Tip: once the book is published, your entries can receive loves from its readers.'}
        </p>
        {!isGuest && <EntryHistory bid={bid} />}
        {book.edition > 1 && <EarlierEditions bid={bid} />}
        {isGuest && <GuestSection />}
      </div>
    </BookFrame>
  )
}

interface OfBookProps {
  bid: string
  /** Whether the book takes answers. */
  isOpen: boolean
}

function NoEntries({ bid, isOpen }: OfBookProps) {
  return (
    <EmptyState
      drawing={<BlankSheet />}
      title="You have not submitted any entries"
      action={
        <ButtonLink
          href={paths.chooseTypeFor(bid)}
          variant="primary"
          onClick={() => setStored({ bid })}
        >
          {isOpen ? 'Submit Entries' : 'Get the form'}
        </ButtonLink>
      }
    />
  )
}

interface EntriesProps extends OfBookProps {
  memos: Memo[]
}

function Entries({ bid, memos, isOpen }: EntriesProps) {
  const withdraw = useWithdrawMemo()
  const questions = useQuestions(bid)
  const cards = inOrder(questions, memos)
  return (
    <>
      <div className={styles.head}>
        <h2>Your entries</h2>
        <div className="row">
          <DownloadLink href={paths.ownBook(bid)}>My memos as PDF</DownloadLink>
          {isOpen && (
            <ButtonLink href={paths.chooseTypeFor(bid)} onClick={() => setStored({ bid })}>
              Re-Submit
            </ButtonLink>
          )}
        </div>
      </div>
      <AnswerProgress questions={questions} memos={memos} />
      <ul className="cards">
        {cards.map(({ memo, question }) =>
          memo ? (
            <li key={memo.id}>
              <EntryCard memo={memo} isOpen={isOpen} onWithdraw={() => withdraw.mutate(memo)} />
            </li>
          ) : (
            <li key={question?.key}>
              <OpenQuestion bid={bid} isOpen={isOpen} question={question} />
            </li>
          ),
        )}
      </ul>
    </>
  )
}

interface EntryPlace {
  memo?: Memo
  /** Undefined for a memo whose question is no longer in the book. */
  question?: Question | undefined
}

/** Memos in the order of the questions, with the open questions between them. */
function inOrder(questions: Question[], memos: Memo[]): EntryPlace[] {
  const known = new Set(questions.map(({ key }) => key))
  return [
    ...questions.flatMap((question): EntryPlace[] => {
      const answers = memos.filter(({ qid }) => qid === question.key)
      return answers.length > 0 ? answers.map((memo) => ({ memo, question })) : [{ question }]
    }),
    ...memos.filter(({ qid }) => !known.has(qid)).map((memo) => ({ memo })),
  ]
}

interface OpenQuestionProps extends OfBookProps {
  question: Question | undefined
}

/** Card of a question without an answer. */
function OpenQuestion({ bid, isOpen, question }: OpenQuestionProps) {
  return (
    <div className={styles.open}>
      <h3 className={cardStyles.question}>{question?.description}</h3>
      {isOpen && (
        <p>
          <Link href={paths.chooseTypeFor(bid)} onClick={() => setStored({ bid })}>
            Answer<span className="visually-hidden">: {question?.description}</span>
          </Link>
        </p>
      )}
    </div>
  )
}

/** Number of questions that the member has answered. */
function AnswerProgress({ questions, memos }: { questions: Question[]; memos: Memo[] }) {
  const answered = new Set(memos.map(({ qid }) => qid))
  const open = questions.filter(({ key }) => !answered.has(key)).length
  if (questions.length === 0) return null
  if (open === 0) return <p>You have answered every question of this book.</p>
  return (
    <p>
      You have answered {questions.length - open} of {questions.length} questions.
    </p>
  )
}

/** Editions before the newest one. They never change. */
function EarlierEditions({ bid }: { bid: string }) {
  const [, ...earlier] = useEditions(bid)
  if (earlier.length === 0) return null
  return (
    <details>
      <summary>{plural(earlier.length, 'One earlier edition', '# earlier editions')}</summary>
      <p>Earlier editions don’t change. The newest one lists what’s new in it.</p>
      <ul>
        {earlier.map((edition) => (
          <Line key={edition.edition} bid={bid} {...edition} />
        ))}
      </ul>
    </details>
  )
}

function Line({ bid, edition, memos, pages, formats, publishedAt }: Edition & { bid: string }) {
  const published = toDate(publishedAt)
  return (
    <li>
      <a download href={paths.publishedBook(bid, { edition })}>
        Edition {edition}
      </a>
      {formats.includes('epub') && (
        <>
          {' · '}
          <a
            download
            href={paths.publishedBook(bid, { edition, format: 'epub' })}
            aria-label={`EPUB of edition ${edition}`}
          >
            EPUB
          </a>
        </>
      )}
      {' · '}
      <span className="meta">
        <RelativeTime at={published} /> · {formatEntries(memos)} ·{' '}
        {plural(pages, '1 page', '# pages')}
      </span>
    </li>
  )
}

/** Entries of the member that an admin has removed, with the reasons. */
function RemovedEntries({ bid, isOpen }: OfBookProps) {
  const removed = useRemovedMemos(bid)
  const isGuest = useGuestBook() !== null
  if (removed.length === 0) return null
  return (
    <Banner tone="warn">
      <p>
        {plural(
          removed.length,
          isGuest
            ? 'One of your answers was declined.'
            : 'The admins have removed one of your entries.',
          isGuest
            ? '# of your answers were declined.'
            : 'The admins have removed # of your entries.',
        )}{' '}
        {isOpen &&
          plural(
            removed.length,
            'You can answer the question again.',
            'You can answer the questions again.',
          )}
      </p>
      <ul>
        {removed.map(({ id, question, qid, why, removedAt }) => (
          <li key={id}>
            Your answer to “{question || qid}” was removed <RelativeTime at={toDate(removedAt)} />.
            Reason: “{why}”
          </li>
        ))}
      </ul>
    </Banner>
  )
}

/** Entries that the member has replaced or withdrawn, each with a button that restores it. */
function EntryHistory({ bid }: { bid: string }) {
  const { memos, hasMore, isFetching, fetchMore } = useEarlierMemos(bid)
  const restore = useRestoreMemo()
  if (memos.length === 0) return null
  return (
    <details>
      <summary>
        {hasMore
          ? 'Earlier entries'
          : plural(memos.length, 'One earlier entry', '# earlier entries')}
      </summary>
      <p>Only you can see these. Restoring one replaces your current entry.</p>
      <ul className="cards">
        {memos.map((memo) => (
          <li key={memo.id}>
            <Earlier memo={memo} busy={restore.isPending} onRestore={() => restore.mutate(memo)} />
          </li>
        ))}
      </ul>
      {hasMore && (
        <Button disabled={isFetching} onClick={() => void fetchMore()}>
          Show more
        </Button>
      )}
    </details>
  )
}

interface EarlierProps {
  memo: Memo
  busy: boolean
  onRestore(): void
}

function Earlier({ memo, busy, onRestore }: EarlierProps) {
  return (
    <Card>
      <article className={cardStyles.entry} aria-labelledby={`memo-${memo.id}`}>
        <h3 id={`memo-${memo.id}`} className={cardStyles.question}>
          {memo.question}
        </h3>
        <HiddenNotice memo={memo} />
        <MemoContent memo={memo} description="Your handwriting" className={cardStyles.words} />
        <p className="meta">
          <EntryTime memo={memo} />
        </p>
        <Button disabled={busy} onClick={onRestore}>
          Restore<span className="visually-hidden">: {memo.question}</span>
        </Button>
      </article>
    </Card>
  )
}
