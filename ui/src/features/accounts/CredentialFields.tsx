import { useEffect, useRef } from 'react'
import { required } from '../../ui/checks'
import type { Check } from '../../ui/form-context'
import { PasswordField } from '../../ui/PasswordField'
import { TextField } from '../../ui/TextField'
import { checkConfirmation, checkPassword } from './checks'
import { rememberEmail, typedEmail } from './typed-email'

interface EmailFieldProps {
  autoComplete: 'email' | 'username'
  check?: Check
}

/** Field for the address of an account, filled in with what was typed on another page on the way in. */
export function EmailField({ autoComplete, check }: EmailFieldProps) {
  return (
    <TextField
      name="email"
      label="Email"
      type="email"
      autoComplete={autoComplete}
      autoCapitalize="none"
      defaultValue={typedEmail()}
      check={check}
      onChange={(event) => rememberEmail(event.target.value)}
    />
  )
}

/** Fields for a new password and its confirmation. */
export function NewPasswordFields({ label = 'Password' }: { label?: string }) {
  return (
    <>
      <PasswordField
        name="password"
        label={label}
        hint="At least 8 characters."
        autoComplete="new-password"
        check={checkPassword}
      />
      <PasswordField
        name="confirmPassword"
        label="Confirm password"
        autoComplete="new-password"
        check={checkConfirmation}
      />
    </>
  )
}

type CodeKind = 'app' | 'recovery' | 'both'

const CODE_HINTS: Record<CodeKind, string> = {
  app: 'The six digits that the app shows now.',
  recovery: 'One of your recovery codes.',
  both: 'From your authenticator app, or one of your recovery codes.',
}

interface CodeFieldProps {
  /** Codes that are accepted. */
  kind?: CodeKind
  /** Focuses the field when it appears. */
  takesFocus?: boolean
}

/** Field for a verification code of an authenticator app, or a recovery code. */
export function CodeField({ kind = 'both', takesFocus = false }: CodeFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (takesFocus) field.current?.focus()
  }, [takesFocus])
  return (
    <TextField
      ref={field}
      name="code"
      label={kind === 'recovery' ? 'Recovery code' : 'Code'}
      hint={CODE_HINTS[kind]}
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      inputMode={kind === 'app' ? 'numeric' : undefined}
      check={required('Enter a code.')}
    />
  )
}
