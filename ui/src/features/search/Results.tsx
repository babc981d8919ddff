import { Redirect } from 'wouter'
import { errorMessage } from '../../api/error'
import { formatNumber } from '../../lib/numbers'
import { paths } from '../../paths'
import { Button } from '../../ui/Button'
import { ButtonLink } from '../../ui/ButtonLink'
import { Magnifier } from '../../ui/drawings/Magnifier'
import { TornCable } from '../../ui/drawings/TornCable'
import { EmptyState } from '../../ui/EmptyState'
import { Pager } from '../../ui/Pager'
import { Skeleton } from '../../ui/Skeleton'
import { type Search, useResults } from './queries'
import { ResultItem } from './ResultItem'
import styles from './Results.module.css'

/** What was found, or why there is nothing to see. */
export function Results({ search }: { search: Search }) {
  const { data, error, refetch, isFetching } = useResults(search)
  if (error) {
    return (
      <EmptyState
        drawing={<TornCable />}
        title={errorMessage(error)}
        action={
          <Button busy={isFetching} onClick={() => refetch()}>
            Try again
          </Button>
        }
      />
    )
  }
  if (!data) return <Searching />
  if (data.total === 0) return <NothingFound search={search} />
  const { total, page, pages, results } = data
  // Its results are gone, or the link is old.
  if (page > pages) {
    return (
      <>
        <Redirect key={pages} to={paths.searchFor({ ...search, page: pages })} replace />
        <Searching />
      </>
    )
  }
  return (
    <>
      <p role="status" className="meta">
        {total === 1 ? '1 result' : `${formatNumber(total)} results`}
      </p>
      <ul className={styles.results}>
        {results.map((result) => (
          <li key={`${result.kind} ${result.bid} ${result.id}`}>
            <ResultItem result={result} />
          </li>
        ))}
      </ul>
      {pages > 1 && (
        <Pager
          page={page}
          pages={pages}
          href={(to) => paths.searchFor({ ...search, page: to })}
          keys
        />
      )}
    </>
  )
}

const Searching = () => <Skeleton label="Searching…" lines={6} />

function NothingFound({ search: { q, kind } }: { search: Search }) {
  return (
    <EmptyState
      drawing={<Magnifier />}
      title={`Nothing was found for “${q}”.`}
      action={
        kind ? (
          <ButtonLink href={paths.searchFor({ q })}>Search everything</ButtonLink>
        ) : (
          <ButtonLink href={paths.search}>Clear search</ButtonLink>
        )
      }
    >
      <p role="status">
        Every word must be found; try fewer of them. Handwriting is found by who wrote it, and by
        what they typed that it says.
      </p>
    </EmptyState>
  )
}
