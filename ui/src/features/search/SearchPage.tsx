import { type FormEvent, type Ref, useEffect, useRef } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { MAX_LENGTHS } from '../../api/limits'
import { parsePageNumber } from '../../lib/page-number'
import { paths } from '../../paths'
import { Button } from '../../ui/Button'
import { Page } from '../../ui/Page'
import { Tabs } from '../../ui/Tabs'
import { TextField } from '../../ui/TextField'
import type { Kind, Search } from './queries'
import { Results } from './Results'

const KINDS: [label: string, kind: Kind | undefined][] = [
  ['Everything', undefined],
  ['Books', 'book'],
  ['Questions', 'question'],
  ['Memos', 'memo'],
  ['Topics', 'topic'],
  ['Posts', 'post'],
  ['Comments', 'comment'],
]

/** Full-text search of library and threads. The address holds the query. */
export function SearchPage() {
  const search = parse(useSearchParams()[0])
  const box = useRef<HTMLFormElement>(null)

  // Focuses the field when there is no query.
  useEffect(() => {
    if (search.q === '') box.current?.querySelector('input')?.focus()
  }, [search.q])

  return (
    <Page title="Search">
      <div className="stack">
        <SearchBox ref={box} search={search} />
        {search.q !== '' && (
          <>
            <Tabs
              label="What to search"
              tabs={KINDS.map(([label, kind]) => ({
                label,
                href: paths.searchFor({ q: search.q, kind }),
                current: kind === search.kind,
              }))}
            />
            <Results search={search} />
          </>
        )}
      </div>
    </Page>
  )
}

function parse(query: URLSearchParams): Search {
  const kind = KINDS.find(([, each]) => each === query.get('kind'))?.[1]
  return { q: (query.get('q') ?? '').trim(), kind, page: parsePageNumber(query.get('page')) }
}

interface SearchBoxProps {
  ref: Ref<HTMLFormElement>
  search: Search
}

function SearchBox({ ref, search: { q, kind } }: SearchBoxProps) {
  const [, navigate] = useLocation()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = String(new FormData(event.currentTarget).get('q')).trim()
    navigate(paths.searchFor({ q: typed, kind }))
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: older engines do not know <search>.
    <form ref={ref} role="search" onSubmit={submit}>
      <TextField
        key={q}
        name="q"
        label="What are you looking for?"
        hint={q === '' ? 'Text or author of a book, a memo, a post or a comment' : undefined}
        type="search"
        autoCapitalize="none"
        maxCharacters={MAX_LENGTHS.search.q}
        defaultValue={q}
        button={
          <Button type="submit" variant="primary">
            Search
          </Button>
        }
      />
    </form>
  )
}
