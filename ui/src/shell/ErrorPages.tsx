import { useEffect } from 'react'
import { ApiError, errorMessage } from '../lib/api-error'
import { words } from '../locales/en'
import { paths } from '../paths'
import { Button } from '../ui/Button'
import { ButtonLink } from '../ui/ButtonLink'
import { EmptyState } from '../ui/EmptyState'
import { BlankSheet, TornCable } from '../ui/illustrations/empty-states'
import { Page } from '../ui/Page'

interface TroubleProps {
  onRetry(): void
}

/** Delay before the next attempt to reach the server, in seconds. */
export const RETRY_SECONDS = 5

/** Page for an unreachable server. Retries automatically. */
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

/** Page for any other error. A reload also fetches the pages of a newer server. */
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

export function NotFoundPage() {
  return (
    <Page title={words.notFound.title} narrow>
      <EmptyState
        drawing={<BlankSheet />}
        title={words.notFound.words}
        action={<ButtonLink href={paths.library}>{words.notFound.onward}</ButtonLink>}
      >
        <p>{words.notFound.why}</p>
      </EmptyState>
    </Page>
  )
}
