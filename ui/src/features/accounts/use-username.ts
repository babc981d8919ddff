import { useEffect, useState } from 'react'
import { ApiError } from '../../api/error'
import { hasForbidden } from './checks'
import { useAvailability } from './queries'

export type UsernameState = 'unchecked' | 'checking' | 'available' | 'taken' | 'invalid' | 'error'

export interface Username {
  state: UsernameState
  /** Everything but an available or not yet checked name keeps the form from being sent. */
  blocks: boolean
  type(value: string): void
  checkNow(): void
}

/** Long enough that a word is asked about once, short enough to feel immediate. */
const PAUSE = 400

/** Asks whether a username is free, when typing pauses or at once when told to. One's own is not asked about. */
export function useUsername(own = ''): Username {
  const [value, setValue] = useState(own)
  const [asked, setAsked] = useState('')
  const name = value.trim()
  const valid = name !== '' && name !== own && !hasForbidden(name)

  useEffect(() => {
    const timer = setTimeout(() => setAsked(name), PAUSE)
    return () => clearTimeout(timer)
  }, [name])

  const { data, error } = useAvailability(valid && asked === name ? name : undefined)

  const answer = (): UsernameState => {
    if (name === '' || name === own) return 'unchecked'
    if (!valid || (error instanceof ApiError && error.status === 422)) return 'invalid'
    if (asked !== name) return 'unchecked'
    if (error) return 'error'
    if (!data) return 'checking'
    return data.available ? 'available' : 'taken'
  }

  const state = answer()
  return {
    state,
    blocks: state !== 'available' && state !== 'unchecked',
    type: setValue,
    checkNow: () => setAsked(name),
  }
}
