import { type SyntheticEvent, useEffect, useState } from 'react'
import { MAX_LENGTHS } from '../../api/limits'
import { ApiError, errorMessage, isRateLimited } from '../../lib/api-error'
import { Button } from '../../ui/Button'
import { TextField } from '../../ui/TextField'
import styles from './CheckedField.module.css'
import { checkUsername, hasForbidden, USERNAME_INVALID, usernamesFor } from './checks'
import { useAvailability } from './queries'

type UsernameState =
  | 'unchecked'
  | 'checking'
  | 'available'
  | 'taken'
  | 'invalid'
  | 'later'
  | 'error'

interface Username {
  value: string
  /** Whether the value was made of a name and not typed. */
  isProposed: boolean
  state: UsernameState
  /** Whether the form can't be submitted because of the username. */
  blocks: boolean
  /** Error of the last check. */
  error: Error | null
  type(value: string): void
  /** Fills the field in with a username made of a name, unless one was typed. */
  propose(name: string): void
  checkNow(): void
}

/** Delay before a typed username is checked, in milliseconds. */
const DEBOUNCE_MS = 400

/**
 * Checks whether a username is free after a pause in typing, or at once on request. The member's
 * own name is not checked. Of proposals that are taken or reserved, the next is tried.
 */
export function useUsername(own = ''): Username {
  const [value, setValue] = useState(own)
  const [proposals, setProposals] = useState<string[]>([])
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

  const answered = answer()
  const at = value ? proposals.indexOf(value) : -1
  const isRefused = answered === 'taken' || answered === 'invalid'
  const next = at >= 0 && isRefused ? proposals[at + 1] : undefined
  const state = next ? 'checking' : answered
  useEffect(() => {
    if (next) setValue(next)
  }, [next])

  return {
    value,
    isProposed: at >= 0,
    state,
    // Sign-up checks the name again, so a rate-limited check doesn't block the form.
    blocks: !['available', 'unchecked', 'later'].includes(state),
    error,
    type: (typed) => {
      setProposals([])
      setValue(typed)
    },
    propose: (fullName) => {
      const made = usernamesFor(fullName)
      if ((value && at < 0) || made.includes(value)) return
      setProposals(made)
      setValue(made[0] ?? '')
    },
    checkNow: () => (error && asked === name ? refetch() : setAsked(name)),
  }
}

/** Problem with the username. Reserved and long names are explained by the server. */
function problemOf({ state, error }: Username): string | undefined {
  switch (state) {
    case 'taken':
      return 'Username is already taken'
    case 'invalid':
      return errorMessage(error, USERNAME_INVALID)
    case 'later':
      return errorMessage(error)
    case 'error':
      return 'Error checking username'
    case 'unchecked':
    case 'checking':
    case 'available':
      return undefined
  }
}

export function UsernameField({ username }: { username: Username }) {
  const { state } = username
  // A proposal is replaced as a whole by what is typed.
  const selectProposal = (event: SyntheticEvent<HTMLInputElement>) => {
    if (username.isProposed) event.currentTarget.select()
  }
  return (
    <div>
      <TextField
        name="username"
        label="Username"
        hint="Others see it next to your pages. Letters, numbers, - and _."
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxCharacters={MAX_LENGTHS.UsernameUpdate.username}
        value={username.value}
        check={checkUsername}
        problem={problemOf(username)}
        onChange={(event) => username.type(event.target.value)}
        onFocus={selectProposal}
        onClick={selectProposal}
        button={
          <Button
            aria-label="Check availability"
            onClick={username.checkNow}
            busy={state === 'checking'}
          >
            Check
          </Button>
        }
      />
      <p role="status" className={styles.result}>
        {state === 'available' && (
          <>
            <span aria-hidden="true">✓ </span>Username is available
          </>
        )}
      </p>
    </div>
  )
}
