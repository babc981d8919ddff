import { useBook, useHasEpub } from '../../api/books'
import { type Memo, useMemos, useTakeBack } from '../../api/memos'
import { formatEntries } from '../../lib/numbers'
import { setStored } from '../../lib/storage'
import { paths } from '../../paths'
import { BookStatus } from '../../ui/BookStatus'
import { ButtonLink, DownloadLink } from '../../ui/ButtonLink'
import { BlankSheet } from '../../ui/drawings/BlankSheet'
import { EmptyState } from '../../ui/EmptyState'
import { EpubLink } from '../../ui/EpubLink'
import { Page } from '../../ui/Page'
import { AnswerProgress } from './AnswerProgress'
import { EarlierEditions } from './EarlierEditions'
import styles from './EntriesPage.module.css'
import { EntryCard } from './EntryCard'
import { EntryHistory } from './EntryHistory'
import { RemovedEntries } from './RemovedEntries'

/** The member's own entries in one book, and the book itself once it is published. */
export function EntriesPage({ bid }: { bid: string }) {
  const book = useBook(bid)
  const memos = useMemos(bid)
  const hasEpub = useHasEpub(bid)
  return (
    <Page title={book.name} lead={book.description}>
      <div className="stack">
        <p className={styles.facts}>
          <BookStatus {...book} explained />
          <span className="meta">{formatEntries(book.memoCount)} by all</span>
        </p>
        {book.status === 'published' ? (
          <div className="row">
            <ButtonLink href={paths.read(bid)} look="primary">
              Read the book
            </ButtonLink>
            <DownloadLink href={paths.publishedBook(bid)}>Download the book</DownloadLink>
            {hasEpub && <EpubLink bid={bid} />}
          </div>
        ) : (
          <p className="prose">
            You can refine your entries and submit them again until the book is compiled.
          </p>
        )}
        <RemovedEntries bid={bid} />
        {memos.length === 0 ? <NoEntries bid={bid} /> : <Entries bid={bid} memos={memos} />}
        <p className="meta">
          {book.status === 'published'
            ? 'Tip: your entries can receive loves from the readers of the book.'
            : 'Tip: once the book is published, your entries can receive loves from its readers.'}
        </p>
        <EntryHistory bid={bid} />
        {book.edition > 1 && <EarlierEditions bid={bid} />}
      </div>
    </Page>
  )
}

function NoEntries({ bid }: { bid: string }) {
  return (
    <EmptyState
      drawing={<BlankSheet />}
      title="You have not submitted any entries"
      action={
        <ButtonLink
          href={paths.chooseTypeFor(bid)}
          look="primary"
          onClick={() => setStored({ bid })}
        >
          Submit Entries
        </ButtonLink>
      }
    />
  )
}

function Entries({ bid, memos }: { bid: string; memos: Memo[] }) {
  const takeBack = useTakeBack()
  return (
    <>
      <div className={styles.head}>
        <h2>Your entries</h2>
        <div className="row">
          <DownloadLink href={paths.ownBook(bid)}>My memos as PDF</DownloadLink>
          <ButtonLink href={paths.chooseTypeFor(bid)} onClick={() => setStored({ bid })}>
            Re-Submit
          </ButtonLink>
        </div>
      </div>
      <AnswerProgress bid={bid} memos={memos} />
      <ul className="cards">
        {memos.map((memo) => (
          <li key={memo.id}>
            <EntryCard memo={memo} onTakeBack={() => takeBack.mutate(memo)} />
          </li>
        ))}
      </ul>
    </>
  )
}
