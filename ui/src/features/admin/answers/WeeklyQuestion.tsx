import type { Book } from '../../../entities/book/queries'
import { phaseAt, type Schedule } from '../../../entities/book/schedule'
import { focusAfterRender } from '../../../lib/focus-after-render'
import { toDate } from '../../../lib/format'
import { serverConfig } from '../../../lib/server-config'
import { Button } from '../../../ui/Button'
import { cx } from '../../../ui/cx'
import { DescriptionList, type Fact } from '../../../ui/DescriptionList'
import { Form } from '../../../ui/Form'
import { Select } from '../../../ui/Select'
import { Submit } from '../../../ui/Submit'
import styles from './AnswersPage.module.css'
import { useChooseWeeklyQuestion, type WeeklyStatus } from './queries'

const WEEKDAYS = [
  { value: 'monday', label: 'Monday', text: 'Sent every Monday.' },
  { value: 'tuesday', label: 'Tuesday', text: 'Sent every Tuesday.' },
  { value: 'wednesday', label: 'Wednesday', text: 'Sent every Wednesday.' },
  { value: 'thursday', label: 'Thursday', text: 'Sent every Thursday.' },
  { value: 'friday', label: 'Friday', text: 'Sent every Friday.' },
  { value: 'saturday', label: 'Saturday', text: 'Sent every Saturday.' },
  { value: 'sunday', label: 'Sunday', text: 'Sent every Sunday.' },
]

/** Id of the heading, which gets the focus after a choice: the button that was pressed has changed. */
const HEADING = 'weekly-question'

interface WeeklyQuestionProps {
  book: Pick<Book, 'id' | 'schedule'>
  status: WeeklyStatus
  /** Whether the book asks anybody. */
  hasMembers: boolean
}

/** Question of the week of a book: the state, and a form that switches it on and off and changes the day. */
export function WeeklyQuestion({ book, status, hasMembers }: WeeklyQuestionProps) {
  const { mutate, variables, error, isPending, isSuccess } = useChooseWeeklyQuestion(book.id, () =>
    focusAfterRender(HEADING),
  )
  const isOn = Boolean(status.nextAt)
  const isSwitchingOff = variables?.weekday === null
  const isSending = Boolean(variables?.sendNow)
  return (
    <section className={cx('stack', 'screen-only', styles.weekly)} aria-labelledby={HEADING}>
      <h2 id={HEADING} tabIndex={-1}>
        Question of the week
      </h2>
      {isOn ? (
        <>
          <p>{describeDates(status, book.schedule)}</p>
          <DescriptionList facts={questionsOf(status, hasMembers)} />
          <p>{describeReplies(status)}</p>
        </>
      ) : (
        <Explanation />
      )}
      <Form<'weekday'>
        onSubmit={({ weekday }) => mutate({ weekday })}
        error={error}
        busy={isPending}
        saved={isSuccess && !isSwitchingOff && !isSending}
      >
        <div className={styles.arrangement}>
          <Select name="weekday" label="Day" options={WEEKDAYS} defaultValue={status.weekday} />
          <Submit variant="plain" needsChange={isOn}>
            {isOn ? 'Change the day' : 'Switch on'}
          </Submit>
        </div>
        {isOn && (
          <div className="row">
            {status.next && (
              <Button
                busy={isPending && isSending}
                disabled={isPending}
                onClick={() => mutate({ weekday: status.weekday, sendNow: true })}
              >
                Send one now
              </Button>
            )}
            <Button
              busy={isPending && isSwitchingOff}
              disabled={isPending}
              onClick={() => mutate({ weekday: null })}
            >
              Switch off
            </Button>
          </div>
        )}
      </Form>
    </section>
  )
}

const Explanation = () => (
  <p>
    Once a week at nine in the morning, one question goes to everyone who hasn’t answered it.{' '}
    {serverConfig.sendsMail
      ? 'They see it on their begin page. Those with a verified address also get an email.'
      : 'They see it on their begin page. This server doesn’t send email.'}
  </p>
)

/** Sentences about the day, and about the next time if the book takes answers then. */
function describeDates({ weekday, nextAt }: WeeklyStatus, schedule: Schedule): string {
  const day = WEEKDAYS.find(({ value }) => value === weekday)
  const isOpenThen = nextAt && phaseAt(schedule, toDate(nextAt.at).getTime()) === 'open'
  return [
    day?.text,
    nextAt && `Next: ${nextAt.words}.`,
    !isOpenThen && 'The book isn’t open then, so no question is sent.',
  ]
    .filter(Boolean)
    .join(' ')
}

/** The next question, and the last one with the time when it was sent. */
function questionsOf({ next, last, lastAt }: WeeklyStatus, hasMembers: boolean): Fact[] {
  const none = hasMembers ? 'All members have answered everything.' : 'Nobody is asked yet.'
  return [
    { name: 'Next question', value: next ? next.description : none },
    {
      name: 'Last question',
      value: lastAt ? (
        <>
          <p>{last ? last.description : 'The book no longer asks this question.'}</p>
          <p className="meta">Sent on {lastAt.words}.</p>
        </>
      ) : (
        ''
      ),
    },
  ]
}

function describeReplies({ takesReplies }: WeeklyStatus): string {
  if (takesReplies) return 'Members can answer by replying to the mail.'
  return serverConfig.sendsMail
    ? 'Members can’t answer by replying to the mail. Replies need a mail host, which an admin sets.'
    : 'This server doesn’t send email. Members see the question on their begin page.'
}
