import { Suspense } from 'react'
import { useSearchParams } from 'wouter'
import { paths } from '../../../paths'
import { Envelope } from '../../../ui/drawings/Envelope'
import { EmptyState } from '../../../ui/EmptyState'
import { Page } from '../../../ui/Page'
import { Skeleton } from '../../../ui/Skeleton'
import { Tabs } from '../../../ui/Tabs'
import { type SuggestionsState, useSuggestions } from './queries'
import { SuggestionCard } from './SuggestionCard'

const STATES = [
  { label: 'Open', state: 'open', none: 'No suggestion waits for you.' },
  { label: 'Done', state: 'done', none: 'No suggestion was answered yet.' },
] as const

/** Which books members would like, and what becomes of it. The address says which are listed. */
export function SuggestionsPage() {
  const asked = useSearchParams()[0].get('state')
  const shown = STATES.find(({ state }) => state === asked) ?? STATES[0]
  return (
    <Page title="Suggestions">
      <div className="stack">
        <Tabs
          label="Which suggestions"
          tabs={STATES.map(({ label, state }) => ({
            label,
            href: paths.suggestionsOf(state),
            current: state === shown.state,
          }))}
        />
        <Suspense fallback={<Skeleton label="Loading suggestions…" lines={6} />}>
          <Suggestions key={shown.state} state={shown.state} none={shown.none} />
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
