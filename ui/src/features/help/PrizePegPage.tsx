import { Link } from 'wouter'
import { serverConfig } from '../../lib/server-config'
import { paths } from '../../paths'
import { Card } from '../../ui/Card'
import { Disclosure } from '../../ui/Disclosure'
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
                Fill the inside of one ring with a dark pen. The letter is its column and the number
                its row. In the drawing, E3 is marked. One submission is one entry.
              </p>
              <p>
                Marked more than one? Only the first counts, from the top row down and from left to
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
              The draw happens once, when you submit. Uploading the same form again changes nothing.
            </p>
          </section>
          <section>
            <h2>How often</h2>
            <p>
              Your first submission to a book is free. After that, you can submit again up to 10
              times. Each time, you use one credit. A credit costs a small fee if the community has
              set one.
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
              PayPal or Venmo. Each win can be claimed once. Someone other than the winner pays it
              out.
            </p>
          </section>
          <section>
            <h2>Anyone can check a draw</h2>
            <ol className={styles.steps}>
              <li>
                Every day has a secret number. Its fingerprint is published before the first play.
              </li>
              <li>Each draw of the day is computed from this number and the number of the play.</li>
              <li>
                After the day, the secret number is published. If it has the fingerprint from the
                morning, nobody has changed it. Anyone can then compute every draw again.
              </li>
            </ol>
            <p>
              <Link href={paths.draws()}>Check the draws of a day</Link>: your browser computes them
              again.
            </p>
            <Disclosure summary="For those who want to compute it">
              <p>
                The server answers <code>GET /api/prize/fairness?day=YYYY-MM-DD</code> to anyone.
                During the day, it returns the SHA-256 of the 32 bytes of the seed. Afterwards, it
                returns the seed and all plays. In each play, each of the 49 pegs draws a lot. A lot
                is the HMAC-SHA256, keyed with the seed, of the play and the peg, such as{' '}
                <code>2026-11-22.17 E3</code>. The smallest lots win. The community decides how
                many.
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
