import { Link } from 'wouter'
import { type Overview, useOverview } from '../../../entities/admin/queries'
import { formatEntries, plural } from '../../../lib/format'
import { paths } from '../../../paths'
import { ButtonLink } from '../../../ui/ButtonLink'
import { type Column, DataTable } from '../../../ui/DataTable'
import { EmptyState } from '../../../ui/EmptyState'
import { Icon } from '../../../ui/Icon'
import { EmptyShelf } from '../../../ui/illustrations/empty-states'
import { Page } from '../../../ui/Page'
import { BookStatusText } from '../books/BookStatusText'
import { type AdminBook, useAdminBooks } from '../books/queries'
import { type AdminAlert, alertsFrom } from './alerts'
import { InkBar } from './charts'
import styles from './OverviewPage.module.css'
import { Statistics } from './Statistics'

const COLUMNS: Column<AdminBook>[] = [
  {
    head: 'Book',
    rowHeader: true,
    cell: ({ id, name }) => <Link href={paths.adminMemos({ bid: id })}>{name}</Link>,
  },
  { head: 'Memos', nowrap: true, cell: ({ memoCount }) => formatEntries(memoCount) },
  {
    head: 'State',
    cell: (book) => (
      <>
        <InkBar ink={book.coverInk} done={book.newAnswers} of={book.publishAt} />
        <BookStatusText book={book} />
      </>
    ),
  },
]

/** Overview for admins: alerts, statistics, the progress of each book, and facts of the server. */
export function OverviewPage() {
  const overview = useOverview()
  const books = useAdminBooks()
  return (
    <Page title="Admin">
      <div className="stack">
        <Alerts alerts={alertsFrom(overview)} />
        <Statistics />
        <section className={styles.part} aria-labelledby="books">
          <h2 id="books">Memos by book</h2>
          <DataTable
            label="Memos by book"
            rows={books}
            keyOf={({ id }) => id}
            columns={COLUMNS}
            empty={
              <EmptyState
                drawing={<EmptyShelf />}
                title="There are no books yet."
                action={<ButtonLink href={paths.adminBooks}>Add the first book</ButtonLink>}
              />
            }
          />
        </section>
        <ServerFacts overview={overview} />
      </div>
    </Page>
  )
}

function Alerts({ alerts }: { alerts: AdminAlert[] }) {
  if (alerts.length === 0) {
    return (
      <p className={styles.calm}>
        <Icon name="good" className={styles.sign} />
        All caught up.
      </p>
    )
  }
  return (
    <section aria-labelledby="alerts">
      <h2 id="alerts" className="visually-hidden">
        To do
      </h2>
      <ul className={styles.alerts}>
        {alerts.map(({ title, details, href }) => (
          <li key={title}>
            {href ? <Link href={href}>{title}</Link> : <strong>{title}</strong>}
            {details && <p className="meta">{details}</p>}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Facts of the server that need no action. */
function ServerFacts({ overview }: { overview: Overview }) {
  const { version, sendsMail, suspendedMembers } = overview
  return (
    <p className="meta">
      {suspendedMembers > 0 && (
        <>
          <Link href={paths.adminMembersWith('suspended')}>
            {plural(suspendedMembers, '1 member is suspended.', '# members are suspended.')}
          </Link>{' '}
        </>
      )}
      {!sendsMail && 'This server doesn’t send email. Links for members are shown to you instead. '}
      Inkfold {version}.
    </p>
  )
}
