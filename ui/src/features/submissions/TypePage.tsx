import { useLocation, useSearch } from 'wouter'
import { ClosureNotice } from '../../entities/book/BookDates'
import { BookFrame } from '../../entities/book/BookFrame'
import { useBook } from '../../entities/book/queries'
import { usePhase } from '../../entities/book/schedule'
import { type MemoType, useMemoCounts } from '../../entities/memo/queries'
import { formatNumber, plural } from '../../lib/format'
import { MemberContext, useSession } from '../../lib/session'
import { setStored } from '../../lib/storage'
import { paths } from '../../paths'
import { Badge } from '../../ui/Badge'
import { ButtonLink, DownloadLink } from '../../ui/ButtonLink'
import { Card } from '../../ui/Card'
import { cx } from '../../ui/cx'
import { TYPE_HELP, TYPE_NAMES, TYPES } from './SubmissionFrame'
import styles from './TypePage.module.css'

/** Choice of how to contribute. */
export function TypePage({ bid }: { bid: string }) {
  const book = useBook(bid)
  const isOpen = usePhase(book.schedule) === 'open'
  const [path] = useLocation()
  const query = useSearch()
  const here = query ? `${path}?${query}` : path
  const session = useSession()
  return (
    <BookFrame
      book={book}
      part="write"
      title="How would you like to contribute?"
      lead={`Your contribution goes into the book “${book.name}”.`}
    >
      {!isOpen && (
        <div className={cx('stack', styles.closed)}>
          <ClosureNotice schedule={book.schedule} />
          <div className="row">
            <DownloadLink href={paths.blankForm(bid)} variant="primary">
              Download the blank form
            </DownloadLink>
          </div>
        </div>
      )}
      <ul className="cards">
        {TYPES.map((type) => (
          <li key={type}>
            <Card>
              <div className={styles.type}>
                <h2>
                  {TYPE_NAMES[type]}
                  {session && (
                    <MemberContext.Provider value={session}>
                      <Count bid={bid} type={type} />
                    </MemberContext.Provider>
                  )}
                </h2>
                <p id={`help-${type}`} className={styles.help}>
                  {TYPE_HELP[type]}
                </p>
                <p>
                  <ButtonLink
                    href={paths.contribute(type, bid, here)}
                    variant={type === 'hand' && isOpen ? 'primary' : 'plain'}
                    aria-describedby={`help-${type}`}
                    onClick={() => setStored({ bid })}
                  >
                    {TYPE_NAMES[type]}
                  </ButtonLink>
                </p>
              </div>
            </Card>
          </li>
        ))}
      </ul>
    </BookFrame>
  )
}

/** Number of the member's memos of a type. */
function Count({ bid, type }: { bid: string; type: MemoType }) {
  const counts = useMemoCounts(bid)
  return (
    <>
      {' '}
      <Badge>
        <span aria-hidden="true">{formatNumber(counts[type])}</span>
        <span className="visually-hidden">
          {plural(counts[type], '1 submitted', '# submitted')}
        </span>
      </Badge>
    </>
  )
}
