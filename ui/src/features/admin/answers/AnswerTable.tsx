import { memo } from 'react'
import { Link } from 'wouter'
import { formatNumber, toDate } from '../../../lib/format'
import { paths } from '../../../paths'
import { cx } from '../../../ui/cx'
import { RelativeTime } from '../../../ui/RelativeTime'
import styles from './AnswerTable.module.css'
import type { AnswerState, Participant, Question } from './queries'

interface AnswerTableProps {
  bid: string
  questions: Question[]
  members: Participant[]
  /** Whether there is a column for the last reminders. */
  hasReminders: boolean
}

/** Members by questions, in a frame of its own that scrolls sideways. The first column stays in view. */
export function AnswerTable({ bid, questions, members, hasReminders }: AnswerTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and keys must reach it.
    <section className={styles.scroll} aria-label="Answers" tabIndex={0}>
      <table className={styles.table} aria-label="Answers by person and question">
        <thead>
          <tr>
            <th scope="col" className={styles.member}>
              Name
            </th>
            {questions.map(({ key, number, description }) => (
              <th key={key} scope="col" title={description}>
                <span aria-hidden="true">{number}</span>
                <span className="visually-hidden">{`${number}. ${description}`}</span>
              </th>
            ))}
            {hasReminders && (
              <th scope="col" className={styles.reminded}>
                Reminded
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {members.map((member) => (
            <MemberRow
              key={member.uid}
              bid={bid}
              questions={questions}
              member={member}
              hasReminders={hasReminders}
            />
          ))}
        </tbody>
      </table>
    </section>
  )
}

interface MemberRowProps extends Omit<AnswerTableProps, 'members'> {
  member: Participant
}

/** Answers of a member. Memoized, because a filter changes which of up to 1,000 rows are shown, but none of them. */
const MemberRow = memo(function MemberRow({
  bid,
  questions,
  member: { uid, name, username, answers, handedIn, remindedAt },
  hasReminders,
}: MemberRowProps) {
  return (
    <tr>
      <th scope="row" className={styles.member}>
        <div className={styles.name}>{name}</div>
        <div className={cx('meta', styles.name)}>
          {`${formatNumber(handedIn)} of ${formatNumber(answers.length)}`} · {username}
        </div>
      </th>
      {questions.map(({ key }, index) => (
        <td key={key}>
          <Answer
            state={answers[index] ?? 'none'}
            href={paths.adminMemos({ bid, uid, qid: key })}
          />
        </td>
      ))}
      {hasReminders && (
        <td className={styles.reminded}>
          {remindedAt && <RelativeTime className="meta" at={toDate(remindedAt)} />}
        </td>
      )}
    </tr>
  )
})

interface AnswerProps {
  state: AnswerState
  /** Address of the memo that was handed in. */
  href: string
}

/** State of an answer: a shape, and a word for screen readers. A shape of an answer that was handed in leads to it. */
function Answer({ state, href }: AnswerProps) {
  const word = <span className="visually-hidden">{STATE_LABELS[state]}</span>
  if (state === 'none') return word
  const mark = <span className={cx(styles.mark, styles[SHAPES[state]])}>{word}</span>
  if (state === 'begun') return mark
  return (
    <Link href={href} className={styles.link}>
      {mark}
    </Link>
  )
}

const STATE_LABELS: Record<AnswerState, string> = {
  none: 'Not begun',
  begun: 'Begun',
  'handed-in': 'Handed in',
}

const SHAPES = { begun: 'half', 'handed-in': 'full' } as const

/** Legend of the shapes. */
export const StateLegend = () => (
  <ul className={cx('row', 'meta')} aria-label="Legend">
    <li className={styles.state}>
      <span className={styles.box}>
        <span className={cx(styles.mark, styles.full)} />
      </span>
      Handed in
    </li>
    <li className={styles.state}>
      <span className={styles.box}>
        <span className={cx(styles.mark, styles.half)} />
      </span>
      Begun: read from a form, but not handed in
    </li>
    <li className={styles.state}>
      <span className={styles.box} />
      Not begun
    </li>
  </ul>
)
