import { Suspense, useState } from 'react'
import { Link } from 'wouter'
import { focusAfterRender } from '../../../lib/focus-after-render'
import { toDate } from '../../../lib/format'
import { paths } from '../../../paths'
import { Button } from '../../../ui/Button'
import { ButtonLink } from '../../../ui/ButtonLink'
import { Card } from '../../../ui/Card'
import { Dialog } from '../../../ui/Dialog'
import { EmptyState } from '../../../ui/EmptyState'
import { Form } from '../../../ui/Form'
import { Envelope } from '../../../ui/illustrations/empty-states'
import { Page } from '../../../ui/Page'
import { RelativeTime } from '../../../ui/RelativeTime'
import { Select } from '../../../ui/Select'
import { Skeleton } from '../../../ui/Skeleton'
import { Submit } from '../../../ui/Submit'
import { Tabs } from '../../../ui/Tabs'
import { useAdminBooks } from '../books/queries'
import { MessageField } from '../MessageField'
import { useFilterTabs } from '../use-filter-tabs'
import { type Suggestion, type SuggestionsState, useAnswer, useSuggestions } from './queries'
import styles from './SuggestionsPage.module.css'

const STATES = [
  { label: 'Open', value: 'open', none: 'No open suggestions.' },
  { label: 'Answered', value: 'done', none: 'No answered suggestions.' },
] as const

/** Books that members suggest. The address selects open or answered suggestions. */
export function SuggestionsPage() {
  const { shown, tabs } = useFilterTabs('state', STATES, paths.suggestionsOf)
  return (
    <Page title="Suggestions">
      <div className="stack">
        <Tabs label="Suggestions by state" tabs={tabs} />
        <Suspense fallback={<Skeleton label="Loading suggestions…" lines={6} />}>
          <Suggestions key={shown.value} state={shown.value} none={shown.none} />
        </Suspense>
      </div>
    </Page>
  )
}

function Suggestions({ state, none }: { state: SuggestionsState; none: string }) {
  const suggestions = useSuggestions(state)
  if (suggestions.length === 0) return <EmptyState drawing={<Envelope />} title={none} />
  return (
    <ul className="stack">
      {suggestions.map((suggestion) => (
        <li key={suggestion.id}>
          <SuggestionCard suggestion={suggestion} />
        </li>
      ))}
    </ul>
  )
}

/** A suggestion with its actions. */
function SuggestionCard({ suggestion }: { suggestion: Suggestion }) {
  const { id, text, uid, author, madeAt, doneAt, bid, book } = suggestion
  const [answers, setAnswers] = useState(false)
  const heading = `suggestion-${id}`
  return (
    <Card>
      <article className="stack" aria-labelledby={heading}>
        <div className={styles.head}>
          <h2 id={heading} className={styles.title}>
            {author.username ? (
              <Link href={paths.adminMember(uid)}>{author.name}</Link>
            ) : (
              author.name
            )}
          </h2>
          <p className="meta">
            <RelativeTime at={toDate(madeAt)} />
          </p>
        </div>
        <p className={styles.words}>{text}</p>
        {doneAt ? (
          <p className="meta">
            {bid && book ? (
              <>
                Answered <RelativeTime at={toDate(doneAt)} /> with the book{' '}
                <Link href={paths.adminBook(bid)}>{book}</Link>
              </>
            ) : (
              <>
                Answered <RelativeTime at={toDate(doneAt)} />
              </>
            )}
          </p>
        ) : (
          <div className="row">
            <ButtonLink href={paths.adminBookFrom(id)} aria-describedby={heading}>
              Make it a book…
            </ButtonLink>
            <Button aria-describedby={heading} onClick={() => setAnswers(true)}>
              Answer…
            </Button>
          </div>
        )}
        {answers && <AnswerDialog suggestion={suggestion} onClose={() => setAnswers(false)} />}
      </article>
    </Card>
  )
}

interface AnswerDialogProps {
  suggestion: Suggestion
  onClose(): void
}

/** Dialog that answers a suggestion and links it to a book. */
function AnswerDialog({ suggestion, onClose }: AnswerDialogProps) {
  const books = useAdminBooks()
  const answer = useAnswer(suggestion, () => {
    onClose()
    // The card is about to be removed.
    focusAfterRender('content')
  })
  const { name } = suggestion.author
  return (
    <Dialog title={`Answer ${name}`} onClose={onClose}>
      <Form<'words' | 'bid'>
        onSubmit={({ words = '', bid }) => answer.mutate({ words: words.trim(), bid: bid || null })}
        error={answer.error}
        busy={answer.isPending}
      >
        <MessageField name={name} hint="Included in the mail with your answer." rows={4} />
        <Select
          name="bid"
          label="Book made from it (optional)"
          prompt="None"
          options={books.map((book) => ({ value: book.id, label: book.name }))}
        />
        <Submit>{answer.isPending ? 'Answering…' : 'Send the answer'}</Submit>
      </Form>
    </Dialog>
  )
}
