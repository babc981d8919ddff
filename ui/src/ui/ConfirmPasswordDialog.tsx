import { Dialog } from './Dialog'
import { Form } from './Form'
import { CurrentPasswordField } from './PasswordField'
import { Submit } from './Submit'

interface ConfirmPasswordDialogProps {
  /** Reason for asking, as a sentence. */
  why: string
  error: Error | null
  busy: boolean
  onConfirm(password: string): void
  onClose(): void
}

/** Dialog that asks for the password again, for requests that need a recent sign-in. */
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
