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
            Name, username, email address, password, two-step verification and profile. Every
            browser is signed out, and links in mails stop working.
          </li>
          <li>
            Answers that aren’t in a published book, with their pictures and earlier versions.
          </li>
          <li>Posts with all comments on them, and comments, likes and loves.</li>
          <li>Suggestions, reports and blocks.</li>
        </ul>
      </section>
      <section className={styles.part}>
        <h3>What is kept</h3>
        <ul className={styles.points}>
          <li>Answers in a published book. From then on, their author is “a former member”.</li>
          <li>Published editions. They can’t be changed, and neither can the names in them.</li>
          {serverConfig.playsPrizePeg && (
            <li>Your plays, without your name, and the record of credits and payouts.</li>
          )}
        </ul>
      </section>
    </>
  )
}
