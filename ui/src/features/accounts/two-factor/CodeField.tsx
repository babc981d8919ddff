import { useEffect, useRef } from 'react'
import { required } from '../../../ui/checks'
import { TextField } from '../../../ui/TextField'

interface CodeFieldProps {
  /** A recovery code will not do. */
  onlyApp?: boolean
  /** For a field that appears because it is asked for now. */
  takesFocus?: boolean
}

/** A code of the second step, as an authenticator app shows it or a recovery code. */
export function CodeField({ onlyApp = false, takesFocus = false }: CodeFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (takesFocus) field.current?.focus()
  }, [takesFocus])
  return (
    <TextField
      ref={field}
      name="code"
      label="Code"
      hint={
        onlyApp
          ? 'The six digits that the app shows now.'
          : 'From your authenticator app, or one of your recovery codes.'
      }
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      inputMode={onlyApp ? 'numeric' : undefined}
      check={required('Enter a code.')}
    />
  )
}
