import { Link } from 'wouter'
import { serverConfig } from '../../lib/server-config'
import { paths } from '../../paths'
import { Card } from '../../ui/Card'
import { Disclosure } from './Disclosure'
import { PRIZE_GAME } from './guides/all'
import { HelpLayout } from './HelpLayout'
import { PegBoard } from './PegBoard'
import styles from './PrizePegPage.module.css'

export function PrizePegPage() {
  return (
    <HelpLayout
      title={PRIZE_GAME.title}
      lead={`Page two of a form has a grid of 49 pegs. Mark one if you like: it may win you ${serverConfig.reward}.`}
      page={PRIZE_GAME.page}
    >
      <Card>
        <div className={styles.topics}>
          <section className={styles.mark}>
            <PegBoard explained />
            <div>
              <h2>Mark one peg</h2>
              <p>
                Fill the inside of one ring with a dark pen. The letter is its column, the number
                its row: the drawing has E3. One submission is one entry.
              </p>
              <p>
                Marked more than one? The first counts, read from the top row down and from left to
                right. The others are shown in red and disregarded, like the crossed-out B6.
              </p>
            </div>
          </section>
          <section>
            <h2>See it, then enter</h2>
            <p>
              After the upload you see the grid as it was read. Check your peg, then choose{' '}
              <strong>Submit Questionnaire and Enter to Win!</strong> or{' '}
              <strong>Just Submit, Skip the PrizePeg Game</strong>.
            </p>
            <p>
              The draw is made once, when you submit. Uploading the same form again changes nothing.
            </p>
          </section>
          <section>
            <h2>How often</h2>
            <p>
              The first submission of a book is free. After it you can submit again up to 10 times;
              each takes one credit, which costs a small fee where the community has set one.
            </p>
            <p>
              The number of wins per day is limited. When the limit is reached, you can submit your
              answers without the game, and play on another day.
            </p>
          </section>
          <section>
            <h2>If you win</h2>
            <p>
              You’ll know right after submitting, and can choose your reward: Amazon Gift Card,
              PayPal or Venmo. Each win is claimed once, and paid out by someone other than the
              winner.
            </p>
          </section>
          <section>
            <h2>Anyone can check a draw</h2>
            <ol className={styles.steps}>
              <li>Before the first play of a day, the fingerprint of a secret number is public.</li>
              <li>Every draw of that day is computed from this number and the play’s own.</li>
              <li>
                After the day the number itself is public. If its fingerprint is the one from the
                morning, nobody has changed it, and every draw can be computed again.
              </li>
            </ol>
            <p>
              <Link href={paths.draws()}>Check the draws of a day</Link>: your browser computes them
              again.
            </p>
            <Disclosure summary="For those who want to compute it">
              <p>
                The server answers <code>GET /api/prize/fairness?day=YYYY-MM-DD</code> to anyone:
                during the day with the SHA-256 of the 32 bytes of the seed, afterwards with the
                seed and all plays. In each play, each of the 49 pegs draws a lot: the HMAC-SHA256,
                keyed with the seed, of the play and the peg, such as <code>2026-11-22.17 E3</code>.
                The smallest lots win. The community decides how many.
              </p>
            </Disclosure>
          </section>
        </div>
      </Card>
      <p className={styles.ask}>
        A question about a win? <Link href={paths.contact}>Contact us</Link>.
      </p>
    </HelpLayout>
  )
}
