import { errorMessage } from '../../api/error'
import { timeAgo, toDate } from '../../lib/time-ago'
import { Banner } from '../../ui/Banner'
import { Button } from '../../ui/Button'
import { type Session, useEndSession, useSessions } from './account-queries'
import styles from './Sessions.module.css'

/** Where one is signed in, and the end of it. */
export function Sessions() {
  const sessions = useSessions()
  const end = useEndSession()
  if (!sessions) return null
  return (
    <section className="stack" aria-labelledby="sessions">
      <h2 id="sessions">Where you are signed in</h2>
      {end.error && <Banner tone="error">{errorMessage(end.error)}</Banner>}
      <ul className={styles.sessions}>
        {sessions.map((session) => (
          <li key={session.id} className={styles.session}>
            <p>{describe(session)}</p>
            {!session.current && (
              <Button onClick={() => end.mutate(session.id)}>
                Sign out there
                <span className="visually-hidden">, {describe(session)}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function describe({ current, createdAt, usedAt }: Session): string {
  const since = `since ${timeAgo(toDate(createdAt))}`
  return current
    ? `This browser, ${since}`
    : `Another browser, ${since}, last used ${timeAgo(toDate(usedAt))}`
}
