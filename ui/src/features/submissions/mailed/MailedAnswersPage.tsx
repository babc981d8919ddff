import { useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { paths } from '../../../paths'
import { Banner } from '../../../ui/Banner'
import { EmptyState } from '../../../ui/EmptyState'
import { Envelope } from '../../../ui/illustrations/empty-states'
import { Page } from '../../../ui/Page'
import { MailedAnswerCard } from './MailedAnswerCard'
import styles from './MailedAnswersPage.module.css'
import { type MailedAnswer, type Outcome, useMailedAnswers } from './queries'

/** Answers that the member has sent by mail, to check, and then to hand in or to discard. */
export function MailedAnswersPage() {
  const answers = useMailedAnswers()
  const [last, setLast] = useState<LastAnswer>()
  return (
    <Page
      title="Answers by mail"
      lead="Is this what you sent? Until you hand it in, only you can see it."
    >
      <div className={styles.answers}>
        {last && <OutcomeNotice last={last} />}
        {answers.length === 0 ? (
          <EmptyState drawing={<Envelope />} title="No answers are waiting.">
            <p>Reply to the email with a question of the week, and your answer appears here.</p>
          </EmptyState>
        ) : (
          <ul className={styles.answers}>
            {answers.map((answer) => (
              <li key={answer.id}>
                <MailedAnswerCard
                  answer={answer}
                  onDone={(outcome) => setLast({ answer, outcome })}
                />
              </li>
            ))}
          </ul>
        )}
      </div>
    </Page>
  )
}

/** Answer that has left the list. */
interface LastAnswer {
  answer: MailedAnswer
  outcome: Outcome
}

/** Notice about the answer that left the list last. It takes the focus of the button, which left with it. */
function OutcomeNotice({ last }: { last: LastAnswer }) {
  const { answer, outcome } = last
  const notice = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus follows every answer.
  useEffect(() => notice.current?.focus(), [last])
  return (
    <Banner ref={notice} tabIndex={-1} tone={outcome === 'gone' ? 'warn' : 'good'}>
      {outcome === 'submitted' && (
        <p>
          Your answer is handed in.{' '}
          <Link href={paths.entries(answer.bid)}>See your entries in “{answer.book}”.</Link>
        </p>
      )}
      {outcome === 'discarded' && <p>Your answer is discarded.</p>}
      {outcome === 'gone' && (
        <p>This answer is no longer waiting. A newer one may have replaced it.</p>
      )}
    </Banner>
  )
}
