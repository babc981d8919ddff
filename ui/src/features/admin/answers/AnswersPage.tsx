import { useMemo, useState } from 'react'
import { Link, useSearchParams } from 'wouter'
import { formatNumber, plural } from '../../../lib/format'
import { useMember } from '../../../lib/session'
import { paths } from '../../../paths'
import { Button } from '../../../ui/Button'
import { ButtonLink, DownloadLink } from '../../../ui/ButtonLink'
import { Checkbox } from '../../../ui/ChoiceGroup'
import { cx } from '../../../ui/cx'
import { EmptyState } from '../../../ui/EmptyState'
import { BlankSheet } from '../../../ui/illustrations/empty-states'
import { Page } from '../../../ui/Page'
import { Select } from '../../../ui/Select'
import styles from './AnswersPage.module.css'
import { AnswerTable, StateLegend } from './AnswerTable'
import { type AnswerGrid, type Participant, type Question, useAnswers } from './queries'
import { RemindDialog } from './RemindDialog'
import { WeeklyQuestion } from './WeeklyQuestion'

/** Members by questions of a book, to look through, to print, to download, and to remind those with open questions. Below it, the question of the week. */
export function AnswersPage({ bid }: { bid: string }) {
  const { book, grid, weekly } = useAnswers(bid)
  return (
    <Page
      title="Who has answered"
      lead={<Link href={paths.adminBook(bid)}>{book.name}</Link>}
      className={styles.page}
    >
      <p className={cx('screen-only', styles.guests)}>
        <Link href={paths.adminGuests(bid)}>Guests</Link>
      </p>
      {grid.questions.length === 0 ? (
        <EmptyState
          drawing={<BlankSheet />}
          title="This book asks no questions yet."
          action={<ButtonLink href={paths.adminBook(bid)}>Add questions</ButtonLink>}
        />
      ) : grid.members.length === 0 ? (
        <EmptyState
          drawing={<BlankSheet />}
          title="Nobody is asked yet."
          action={<ButtonLink href={paths.adminInvitations}>Invite people</ButtonLink>}
        >
          <p>The people you invite to this book appear here.</p>
        </EmptyState>
      ) : (
        <Answers book={book} grid={grid} />
      )}
      {grid.questions.length > 0 && (
        <WeeklyQuestion book={book} status={weekly} hasMembers={grid.total > 0} />
      )}
    </Page>
  )
}

interface AnswersProps {
  book: { id: string; name: string }
  /** Not empty. */
  grid: AnswerGrid
}

function Answers({ book, grid }: AnswersProps) {
  const { questions, members, total } = grid
  const { isOnlyOpen, order, choose } = useArrangement()
  const shown = useMemo(() => arrange(members, isOnlyOpen, order), [members, isOnlyOpen, order])
  const hasReminders = members.some(({ remindedAt }) => remindedAt)
  const audience = audienceOf(grid, useMember().uid)
  const [isReminding, setIsReminding] = useState(false)
  return (
    <div className="stack">
      <p>{describeProgress(grid)}</p>
      {total > members.length && (
        <p>
          {`This table shows the first ${formatNumber(members.length)} of ${formatNumber(total)} people. The download has all of them.`}
        </p>
      )}
      <div className="row screen-only">
        {audience.others !== 0 && (
          <Button variant="primary" onClick={() => setIsReminding(true)}>
            Remind…
          </Button>
        )}
        <DownloadLink href={paths.answersTable(book.id)}>Download as a table</DownloadLink>
        <Button onClick={() => window.print()}>Print</Button>
      </div>
      <div className={styles.arrangement}>
        <Select
          name="sort"
          label="Sort by"
          options={ORDERS}
          value={order}
          onChange={(value) => choose('sort', value)}
        />
        <Checkbox checked={isOnlyOpen} onChange={(checked) => choose('only', checked ? OPEN : '')}>
          Only with open questions
        </Checkbox>
      </div>
      <p role="status" className="meta">
        {isOnlyOpen
          ? `Showing ${formatNumber(shown.length)} of ${formatNumber(members.length)}`
          : plural(members.length, '1 person', '# people')}
      </p>
      {shown.length > 0 && (
        <>
          <StateLegend />
          <AnswerTable
            bid={book.id}
            questions={questions}
            members={shown}
            hasReminders={hasReminders}
          />
          <QuestionLegend questions={questions} />
        </>
      )}
      {isReminding && (
        <RemindDialog book={book} audience={audience} onClose={() => setIsReminding(false)} />
      )}
    </div>
  )
}

/** Sentences about how far the members are. */
function describeProgress({ questions, members, total }: AnswerGrid): string {
  const shown = members.length
  const complete = members.filter(({ handedIn }) => handedIn === questions.length).length
  if (total > shown) {
    return plural(
      complete,
      '1 of the {shown} people in this table has answered everything.',
      '# of the {shown} people in this table have answered everything.',
      { shown: formatNumber(shown) },
    )
  }
  const untouched = members.filter(({ answers }) => answers.every((state) => state === 'none'))
  if (complete === total) return 'Everyone has answered everything.'
  if (untouched.length === total) return 'Nobody has begun yet.'
  const sentences = [
    complete === 0
      ? 'Nobody has answered everything yet.'
      : plural(
          complete,
          '1 of {total} people has answered everything.',
          '# of {total} people have answered everything.',
          { total: formatNumber(total) },
        ),
    untouched.length > 0 &&
      plural(untouched.length, '1 person hasn’t begun.', '# people haven’t begun.'),
  ]
  return sentences.filter(Boolean).join(' ')
}

/** Those whom a reminder is for: the number of other members with open questions, and whether the acting one has some, too. */
function audienceOf({ members, total }: AnswerGrid, self: string) {
  const open = members.filter(hasOpenQuestions)
  const others = open.filter(({ uid }) => uid !== self).length
  return {
    // Undefined if not all members are known.
    others: total === members.length ? others : undefined,
    includesSelf: others < open.length,
  }
}

const ORDERS = [
  { value: '', label: 'Name' },
  { value: 'fewest', label: 'Fewest answers first' },
  { value: 'most', label: 'Most answers first' },
]

/** Value of the filter in the address. */
const OPEN = 'open'

/** Filter and order of the table, which the address holds, so that they are there again after a look at a memo. */
function useArrangement() {
  const [query, setQuery] = useSearchParams()
  const sort = query.get('sort')
  const choose = (name: 'only' | 'sort', value: string) =>
    setQuery(
      (before) => {
        if (value) before.set(name, value)
        else before.delete(name)
        return before
      },
      { replace: true },
    )
  return {
    isOnlyOpen: query.get('only') === OPEN,
    order: ORDERS.find(({ value }) => value === sort)?.value ?? '',
    choose,
  }
}

const hasOpenQuestions = ({ handedIn, answers }: Participant) => handedIn < answers.length

/** The members in an order. They come by name, which stays the order among those with as many answers. */
function arrange(members: Participant[], isOnlyOpen: boolean, order: string): Participant[] {
  const shown = members.filter((member) => !isOnlyOpen || hasOpenQuestions(member))
  if (!order) return shown
  const direction = order === 'most' ? -1 : 1
  return shown.sort((a, b) => direction * (a.handedIn - b.handedIn))
}

/** Texts of the questions, of which the table has the numbers. */
const QuestionLegend = ({ questions }: { questions: Question[] }) => (
  <section className={cx('stack', styles.questions)} aria-labelledby="questions">
    <h2 id="questions">Questions</h2>
    <ol>
      {questions.map(({ key, number, description }) => (
        <li key={key}>{`${number}. ${description}`}</li>
      ))}
    </ol>
  </section>
)
