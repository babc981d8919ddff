import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { api, call } from '../api/client'
import { lastResponseAt, useIsOffline } from '../lib/connection'
import { logOnly } from '../lib/log'
import { timeAgo } from '../lib/time-ago'
import { words } from '../locales/en'
import { Banner } from '../ui/Banner'
import { Button } from '../ui/Button'
import { RETRY_SECONDS } from './ErrorPages'

/** A page that has something to show keeps it while the server is away, and says how old it is. */
export function ConnectionLine() {
  const away = useIsOffline()
  return away ? <Away /> : null
}

function Away() {
  const queries = useQueryClient()
  const [tries, setTries] = useState(0)

  const retry = useCallback(() => {
    call(api.GET('/healthz'))
      .then(() => queries.invalidateQueries())
      .catch(logOnly)
      .then(() => setTries((count) => count + 1))
  }, [queries])

  // biome-ignore lint/correctness/useExhaustiveDependencies: each try that failed sets the next.
  useEffect(() => {
    const timer = setTimeout(retry, RETRY_SECONDS * 1000)
    return () => clearTimeout(timer)
  }, [retry, tries])

  return (
    <Banner tone="note">
      <div className="row">
        <p>
          {words.away.now(RETRY_SECONDS)}. {words.away.since(timeAgo(lastResponseAt()))}
        </p>
        <Button onClick={retry}>{words.away.retry}</Button>
      </div>
    </Banner>
  )
}
