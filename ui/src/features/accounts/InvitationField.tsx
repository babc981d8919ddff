import { useEffect, useState } from 'react'
import { ApiError, errorMessage } from '../../lib/api-error'
import { serverConfig } from '../../lib/server-config'
import type { Check } from '../../ui/form-context'
import { TextField } from '../../ui/TextField'
import styles from './CheckedField.module.css'
import { type HeldInvitation, useHeldInvitation } from './queries'

/** Number of letters and digits in a code. */
const CODE_LENGTH = 12

/** Delay before a typed code is checked, in milliseconds. */
const DEBOUNCE_MS = 400

/** Code without the hyphens and spaces that people type in it. */
export const bareCode = (typed: string) => typed.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase()

const checkCode: Check = (typed) => {
  const { length } = bareCode(typed)
  if (length === 0) return 'Enter your invitation code.'
  return length === CODE_LENGTH
    ? undefined
    : 'The code has three groups of four letters and digits.'
}

/** Whether a code creates no account. After other errors, sign-up checks it again. */
export const isRefusedCode = (error: Error | null) =>
  error instanceof ApiError && error.status === 422

/** Sentence that names who invites, and to which book or role. */
export function greetingOf({ invitedBy, book, role }: HeldInvitation): string {
  if (role === 'moderator') {
    return invitedBy
      ? `${invitedBy} invites you to moderate the threads of ${serverConfig.name}.`
      : `You are invited to moderate the threads of ${serverConfig.name}.`
  }
  if (role === 'keeper' && book) {
    return invitedBy
      ? `${invitedBy} invites you to look after “${book}”.`
      : `You are invited to look after “${book}”.`
  }
  if (invitedBy && book) return `${invitedBy} invites you to write in “${book}”.`
  if (invitedBy) return `${invitedBy} invites you to ${serverConfig.name}.`
  if (book) return `You are invited to write in “${book}”.`
  return `You are invited to ${serverConfig.name}.`
}

interface TypedInvitation {
  typed: string
  /** Invitation of the code, once it is found. */
  held: HeldInvitation | undefined
  isChecking: boolean
  /** Error of the last check. */
  error: Error | null
  type(typed: string): void
}

/**
 * Checks a typed code when it is complete.
 *
 * @param initial code that is filled in, and checked whatever its length
 */
export function useTypedInvitation(initial: string): TypedInvitation {
  const [typed, setTyped] = useState(initial)
  const code = bareCode(typed)
  const [asked, setAsked] = useState(code)
  useEffect(() => {
    const timer = setTimeout(() => setAsked(code), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [code])
  const isComplete = code.length === CODE_LENGTH || (code !== '' && typed === initial)
  const { data, error, isFetching } = useHeldInvitation(
    isComplete && asked === code ? code : undefined,
  )
  return { typed, held: data, isChecking: isFetching, error, type: setTyped }
}

/** Field for the code of an invitation, which names who invites. */
export function InvitationField({ invitation }: { invitation: TypedInvitation }) {
  const { typed, held, isChecking, error } = invitation
  return (
    <div>
      <TextField
        name="invitation"
        label="Invitation code"
        hint="It is on your card: three groups of four letters and digits."
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        value={typed}
        check={checkCode}
        {...(error && { problem: errorMessage(error) })}
        onChange={(event) => invitation.type(event.target.value)}
      />
      <p role="status" className={styles.result}>
        {isChecking && 'Checking the code…'}
        {held && !error && (
          <>
            <span aria-hidden="true">✓ </span>
            {greetingOf(held)}
          </>
        )}
      </p>
    </div>
  )
}
