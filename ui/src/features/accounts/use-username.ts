import { useEffect, useState } from 'react'
import { ApiError, isRateLimited } from '../../lib/api-error'
import { hasForbidden } from './checks'
import { useAvailability } from './queries'

export type UsernameState =
  | 'unchecked'
  | 'checking'
  | 'available'
  | 'taken'
  | 'invalid'
  | 'later'
  | 'error'

export interface Username {
  state: UsernameState
  /** Everything but an available or not checked name keeps the form from being sent. */
  blocks: boolean
  /** Why the last check failed. */
  error: Error | null
  type(value: string): void
  checkNow(): void
}

/** Long enough that a word is asked about once, short enough to feel immediate. */
const DEBOUNCE_MS = 400

/** Asks whether a username is free, when typing pauses or at once when told to. One's own is not asked about. */
export function useUsername(own = ''): Username {
  const [value, setValue] = useState(own)
  const [asked, setAsked] = useState('')
  const name = value.trim()
  const valid = name !== '' && name !== own && !hasForbidden(name)

  useEffect(() => {
    const timer = setTimeout(() => setAsked(name), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [name])

  const { data, error, isFetching, refetch } = useAvailability(
    valid && asked === name ? name : undefined,
  )

  const answer = (): UsernameState => {
    if (name === '' || name === own) return 'unchecked'
    if (!valid || (error instanceof ApiError && error.status === 422)) return 'invalid'
    if (asked !== name) return 'unchecked'
    if (!data && (isFetching || !error)) return 'checking'
    if (isRateLimited(error)) return 'later'
    if (!data) return 'error'
    return data.available ? 'available' : 'taken'
  }

  const state = answer()
  return {
    state,
    // Signing up checks the name once more, so it need not wait for a server that wants a pause.
    blocks: !['available', 'unchecked', 'later'].includes(state),
    error,
    type: setValue,
    checkNow: () => (error && asked === name ? refetch() : setAsked(name)),
  }
}
