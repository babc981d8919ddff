import { useState } from 'react'
import { Link } from 'wouter'
import { toDate } from '../../../lib/time-ago'
import { paths } from '../../../paths'
import { Button } from '../../../ui/Button'
import { ButtonLink } from '../../../ui/ButtonLink'
import { Card } from '../../../ui/Card'
import { RelativeTime } from '../../../ui/RelativeTime'
import { AnswerDialog } from './AnswerDialog'
import type { Suggestion } from './queries'
import styles from './SuggestionCard.module.css'

/** What a member suggests, and what can be done about it. */
export function SuggestionCard({ suggestion }: { suggestion: Suggestion }) {
  const { id, text, uid, author, madeAt, doneAt, bid, book } = suggestion
  const [answers, setAnswers] = useState(false)
  const heading = `suggestion-${id}`
  return (
    <Card>
      <article className="stack" aria-labelledby={heading}>
        <div className={styles.head}>
          <h2 id={heading} className={styles.title}>
            {author.username ? (
              <Link href={paths.adminMember(uid)}>{author.name}</Link>
            ) : (
              author.name
            )}
          </h2>
          <p className="meta">
            <RelativeTime at={toDate(madeAt)} />
          </p>
        </div>
        <p className={styles.words}>{text}</p>
        {doneAt ? (
          <p className="meta">
            Answered <RelativeTime at={toDate(doneAt)} />
            {bid && book && (
              <>
                : it became <Link href={paths.adminBook(bid)}>{book}</Link>
              </>
            )}
          </p>
        ) : (
          <div className="row">
            <ButtonLink href={paths.adminBookFrom(id)} aria-describedby={heading}>
              Make a book of it…
            </ButtonLink>
            <Button aria-describedby={heading} onClick={() => setAnswers(true)}>
              Mark as done…
            </Button>
          </div>
        )}
        {answers && <AnswerDialog suggestion={suggestion} onClose={() => setAnswers(false)} />}
      </article>
    </Card>
  )
}
