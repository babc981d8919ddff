import { type ComponentProps, useState } from 'react'
import { Button } from './Button'
import { required } from './checks'
import { TextField } from './TextField'

interface PasswordFieldProps extends Omit<ComponentProps<typeof TextField>, 'type' | 'button'> {
  autoComplete: 'current-password' | 'new-password'
}

/** Password field with a button that shows the password. */
export function PasswordField({ label, disabled, ...field }: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  return (
    <TextField
      autoCapitalize="none"
      spellCheck={false}
      {...field}
      label={label}
      disabled={disabled}
      type={shown ? 'text' : 'password'}
      button={
        <Button onClick={() => setShown(!shown)} disabled={disabled}>
          {shown ? 'Hide' : 'Show'}
          <span className="visually-hidden">: {label}</span>
        </Button>
      }
    />
  )
}

/** Field for the current password, as a proof of identity. */
export const CurrentPasswordField = ({ label = 'Your password' }: { label?: string }) => (
  <PasswordField
    name="password"
    label={label}
    autoComplete="current-password"
    check={required('Enter your password.')}
  />
)
