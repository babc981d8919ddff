import { Dialog } from './Dialog'
import { Form } from './Form'
import { CurrentPasswordField } from './PasswordField'
import { Submit } from './Submit'

interface ConfirmPasswordDialogProps {
  /** What the password is for, in a sentence. */
  why: string
  error: Error | null
  busy: boolean
  onConfirm(password: string): void
  onClose(): void
}

/** Asks for the password again, for what the server does only soon after a sign-in. */
export function ConfirmPasswordDialog({
  why,
  error,
  busy,
  onConfirm,
  onClose,
}: ConfirmPasswordDialogProps) {
  return (
    <Dialog title="Confirm your password" onClose={onClose}>
      <Form<'password'> onSubmit={({ password }) => onConfirm(password)} error={error} busy={busy}>
        <p>{why}</p>
        <CurrentPasswordField />
        <Submit>Continue</Submit>
      </Form>
    </Dialog>
  )
}
