import { PasswordField } from '../../ui/PasswordField'
import { checkConfirmation, checkPassword } from './checks'

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
