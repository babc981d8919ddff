import { useEffect } from 'react'
import { ApiError, wordsOf } from '../api/error'
import { Button } from '../ui/Button'
import { TornCable } from '../ui/drawings/TornCable'
import { EmptyState } from '../ui/EmptyState'
import { Page } from '../ui/Page'

interface TroubleProps {
  onRetry(): void
}

const WAIT = 5

/** The server is away: a restart, or poor Wi-Fi. It comes back by itself. */
export function UnreachablePage({ onRetry }: TroubleProps) {
  useEffect(() => {
    const timer = setTimeout(onRetry, WAIT * 1000)
    return () => clearTimeout(timer)
  }, [onRetry])
  return (
    <Page title="No connection" narrow>
      <EmptyState
        drawing={<TornCable />}
        title={`Inkfold cannot be reached. Trying again in ${WAIT} s`}
        action={<Button onClick={onRetry}>Try now</Button>}
      />
    </Page>
  )
}

/** Anything else. A reload also fetches the pages of a newer server. */
export function FailedPage({ error, onRetry }: TroubleProps & { error: unknown }) {
  const refused = error instanceof ApiError
  return (
    <Page title="This page could not be shown" narrow>
      <EmptyState
        drawing={<TornCable />}
        title={refused ? wordsOf(error) : 'Inkfold may have been updated since you opened it.'}
        action={
          refused ? (
            <Button onClick={onRetry}>Try again</Button>
          ) : (
            <Button onClick={() => window.location.reload()}>Reload the page</Button>
          )
        }
      />
    </Page>
  )
}
