import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { useBooks } from '../../entities/book/queries'
import { HiddenNotice } from '../../entities/memo/HiddenNotice'
import { MemoContent } from '../../entities/memo/MemoContent'
import { type Memo, ownMemosQuery } from '../../entities/memo/queries'
import { formatEntries } from '../../lib/format'
import { useMember } from '../../lib/session'
import { paths } from '../../paths'
import { ButtonLink, DownloadLink } from '../../ui/ButtonLink'
import { Card } from '../../ui/Card'
import { EmptyState } from '../../ui/EmptyState'
import { BlankSheet } from '../../ui/illustrations/empty-states'
import { Page } from '../../ui/Page'
import { EntryTime, formatLoves } from './EntryCard'
import cardStyles from './EntryCard.module.css'
import styles from './MyPagesPage.module.css'

/** All memos of the member, book by book. */
export function MyPagesPage() {
  const { uid } = useMember()
  const { data: memos } = useSuspenseQuery(ownMemosQuery(uid))
  const books = useBooks()
  const written = books.flatMap((book) => {
    const own = memos.filter(({ bid }) => bid === book.id)
    return own.length > 0 ? [{ book, own }] : []
  })
  if (written.length === 0) {
    return (
      <Page title="My pages">
        <EmptyState
          drawing={<BlankSheet />}
          title="You have not submitted any entries"
          action={
            <ButtonLink href={paths.library} variant="primary">
              Open the library
            </ButtonLink>
          }
        >
          <p>Whatever you write for a book will be here.</p>
        </EmptyState>
      </Page>
    )
  }
  return (
    <Page title="My pages" lead="Everything that you have written, book by book.">
      <div className={styles.books}>
        <div className="row">
          <DownloadLink href={paths.allOwnMemos}>All my pages as PDF</DownloadLink>
        </div>
        {written.map(({ book, own }) => (
          <section key={book.id} className="stack" aria-labelledby={`book-${book.id}`}>
            <div className={styles.head}>
              <div>
                <h2 id={`book-${book.id}`}>
                  <Link href={paths.entries(book.id)}>{book.name}</Link>
                </h2>
                <p className="meta">{formatEntries(own.length)}</p>
              </div>
              <DownloadLink
                href={paths.ownBook(book.id)}
                aria-label={`My pages of ${book.name} as PDF`}
              >
                PDF
              </DownloadLink>
            </div>
            <ul className="cards">
              {own.map((memo) => (
                <li key={memo.id}>
                  <OwnMemo memo={memo} />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Page>
  )
}

function OwnMemo({ memo }: { memo: Memo }) {
  return (
    <Card>
      <article className={cardStyles.entry} aria-labelledby={`memo-${memo.id}`}>
        <h3 id={`memo-${memo.id}`} className={cardStyles.question}>
          <Link href={paths.memo(memo.id)}>{memo.question}</Link>
        </h3>
        <HiddenNotice memo={memo} />
        <MemoContent memo={memo} description="Your handwriting" className={cardStyles.words} />
        <p className="meta">
          <EntryTime memo={memo} />
          {memo.published && <> · {formatLoves(memo.loves)}</>}
        </p>
      </article>
    </Card>
  )
}
