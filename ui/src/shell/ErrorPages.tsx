import { useEffect } from 'react'
import { ApiError, errorMessage } from '../lib/api-error'
import { words } from '../locales/en'
import { Button } from '../ui/Button'
import { EmptyState } from '../ui/EmptyState'
import { TornCable } from '../ui/illustrations/TornCable'
import { Page } from '../ui/Page'

interface TroubleProps {
  onRetry(): void
}

/** How long to wait for a server that is away. */
export const RETRY_SECONDS = 5

/** The server is away: a restart, or poor Wi-Fi. It comes back by itself. */
export function UnreachablePage({ onRetry }: TroubleProps) {
  useEffect(() => {
    const timer = setTimeout(onRetry, RETRY_SECONDS * 1000)
    return () => clearTimeout(timer)
  }, [onRetry])
  return (
    <Page title={words.away.title} narrow>
      <EmptyState
        drawing={<TornCable />}
        title={words.away.now(RETRY_SECONDS)}
        action={<Button onClick={onRetry}>{words.away.retry}</Button>}
      />
    </Page>
  )
}

/** Anything else. A reload also fetches the pages of a newer server. */
export function FailedPage({ error, onRetry }: TroubleProps & { error: unknown }) {
  const refused = error instanceof ApiError
  return (
    <Page title={words.failed.title} narrow>
      <EmptyState
        drawing={<TornCable />}
        title={refused ? errorMessage(error) : words.failed.updated}
        action={
          refused ? (
            <Button onClick={onRetry}>{words.failed.retry}</Button>
          ) : (
            <Button onClick={() => window.location.reload()}>{words.failed.reload}</Button>
          )
        }
      />
    </Page>
  )
}
