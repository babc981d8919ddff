import { Link } from 'wouter'
import { useRoles } from '../../../entities/member/roles'
import { formatNumber, plural } from '../../../lib/format'
import { paths } from '../../../paths'
import { Banner } from '../../../ui/Banner'
import { CodeBlock } from '../../../ui/CodeBlock'
import styles from './MissingPictures.module.css'
import type { AdminBook } from './queries'

type MissingPicture = AdminBook['missingPictures'][number]

/** Maximum number of memos to list: a damaged disk can affect hundreds, and the command line lists all. */
const MAX_NAMED = 10

/** Memos whose pictures are missing in the newest edition, and how to repair them. */
export function MissingPictures({ book }: { book: AdminBook }) {
  const { isAdmin } = useRoles()
  const { edition, missingPictures: missing } = book
  if (missing.length === 0) return null
  const more = missing.length - MAX_NAMED
  return (
    <Banner tone="warn">
      <p>
        <strong>
          {plural(
            missing.length,
            'Edition {edition} was published without 1 picture.',
            'Edition {edition} was published without # pictures.',
            { edition },
          )}
        </strong>{' '}
        {plural(
          missing.length,
          'Its file is missing or damaged on the server.',
          'Their files are missing or damaged on the server.',
        )}
      </p>
      <ul className={styles.memos}>
        {missing.slice(0, MAX_NAMED).map((memo) => (
          <li key={memo.mid}>
            <MissingMemo memo={memo} />
          </li>
        ))}
      </ul>
      {more > 0 && (
        <p>
          {plural(more, '1 more picture is missing.', '# more pictures are missing.')}{' '}
          {isAdmin && (
            <>
              Run <code>inkfold book editions {book.id}</code> to list them all.
            </>
          )}
        </p>
      )}
      {isAdmin ? (
        <>
          <p>To look for copies in the trash and in the backups, run this on the server:</p>
          <CodeBlock>inkfold db repair</CodeBlock>
        </>
      ) : (
        <p>Ask an admin to look for copies in the trash and in the backups.</p>
      )}
      <p>Then publish the book again. If no copy is found, ask the author for the page.</p>
    </Banner>
  )
}

/** Link to a memo by its question, with its author. */
function MissingMemo({ memo }: { memo: MissingPicture }) {
  const { mid, author, qid, question, number } = memo
  const name = number > 0 ? formatNumber(number) : qid
  return (
    <>
      <Link href={paths.memo(mid)}>
        {question ? `Question ${name}: ${question}` : `Question ${name}`}
      </Link>{' '}
      <span className="meta">
        {author.username ? `${author.name} (${author.username})` : author.name}
      </span>
    </>
  )
}
