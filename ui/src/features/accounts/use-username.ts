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
  /** Whether the form can't be submitted because of the username. */
  blocks: boolean
  /** Error of the last check. */
  error: Error | null
  type(value: string): void
  checkNow(): void
}

/** Delay before a typed username is checked, in milliseconds. */
const DEBOUNCE_MS = 400

/**
 * Checks whether a username is free after a pause in typing, or at once on request. The member's
 * own name is not checked.
 */
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
    // Sign-up checks the name again, so a rate-limited check doesn't block the form.
    blocks: !['available', 'unchecked', 'later'].includes(state),
    error,
    type: setValue,
    checkNow: () => (error && asked === name ? refetch() : setAsked(name)),
  }
}
