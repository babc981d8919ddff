import { serverConfig } from '../../lib/server-config'
import styles from './AccountDeletionSummary.module.css'

/** Summary of what is deleted with an account and what is kept. */
export function AccountDeletionSummary() {
  return (
    <>
      <section className={styles.part}>
        <h3>Deleted at once</h3>
        <ul className={styles.points}>
          <li>
            Name, username, email address, password, second step and profile. Every browser is
            signed out, and no link that was mailed works any more.
          </li>
          <li>
            Every answer that stands in no published book, and its earlier versions, with their
            pictures.
          </li>
          <li>Posts with what others said to them, comments, likes and loves.</li>
          <li>Suggestions, reports and blocks.</li>
        </ul>
      </section>
      <section className={styles.part}>
        <h3>What stays</h3>
        <ul className={styles.points}>
          <li>
            Answers that stand in a published book. Here and in new editions, they are then by “a
            former member”.
          </li>
          <li>Editions that are published already: they cannot be changed, nor a name in them.</li>
          {serverConfig.playsPrizePeg && (
            <li>Your plays, without your name, and the record of credits and payouts.</li>
          )}
        </ul>
      </section>
    </>
  )
}
