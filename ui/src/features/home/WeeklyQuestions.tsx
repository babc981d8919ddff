import {
  useDismissWeeklyQuestion,
  useWeeklyQuestions,
  type WeeklyQuestion,
} from '../../entities/member/weekly-questions'
import { focusAfterRender } from '../../lib/focus-after-render'
import { plural } from '../../lib/format'
import { paths } from '../../paths'
import { Banner } from '../../ui/Banner'
import { Button } from '../../ui/Button'
import { ButtonLink } from '../../ui/ButtonLink'
import { cx } from '../../ui/cx'
import styles from './BeginPage.module.css'

/** Notices of answers by mail that the member has yet to check, and of questions of the week. Renders nothing without either. */
export function WeeklyQuestions({ uid }: { uid: string }) {
  const { questions, mailedAnswers } = useWeeklyQuestions(uid)
  return (
    <>
      {mailedAnswers > 0 && <MailedAnswers count={mailedAnswers} />}
      {questions.map((asked) => (
        <QuestionNotice key={asked.bid} uid={uid} asked={asked} />
      ))}
    </>
  )
}

function MailedAnswers({ count }: { count: number }) {
  return (
    <Banner role="region" aria-label="Answers by mail" className={cx(styles.notice, 'screen-only')}>
      <p>
        <strong>
          {plural(
            count,
            'One answer by mail is waiting for you.',
            '# answers by mail are waiting for you.',
          )}
        </strong>
      </p>
      <div className="row">
        <ButtonLink href={paths.mailedAnswers}>
          {plural(count, 'Check it', 'Check them')}
        </ButtonLink>
      </div>
    </Banner>
  )
}

interface QuestionNoticeProps {
  uid: string
  asked: WeeklyQuestion
}

/** Question of the week of one book, with the way to answer it. */
function QuestionNotice({ uid, asked: { bid, book, question } }: QuestionNoticeProps) {
  // The button is about to be removed.
  const dismiss = useDismissWeeklyQuestion(uid, bid, () => focusAfterRender('content'))
  const id = `weekly-question-${bid}`
  return (
    <Banner role="region" aria-labelledby={id} className={cx(styles.notice, 'screen-only')}>
      <p id={id}>Question of the week in “{book}”</p>
      <p className={styles.asked}>{question.description}</p>
      <div className="row">
        <ButtonLink href={paths.entries(bid)}>
          Answer it<span className="visually-hidden">: {question.description}</span>
        </ButtonLink>
        <Button
          variant="quiet"
          aria-label={`Dismiss the question of “${book}”`}
          busy={dismiss.isPending}
          onClick={() => dismiss.mutate()}
        >
          Dismiss
        </Button>
      </div>
    </Banner>
  )
}
