import { required } from '../../../ui/checks'
import { Dialog } from '../../../ui/Dialog'
import { Form } from '../../../ui/Form'
import { PasswordField } from '../../../ui/PasswordField'
import { Submit } from '../../../ui/Submit'
import { CodeField } from './CodeField'
import { useBeginSecondFactor, useConfirmSecondFactor } from './queries'
import { RecoveryCodes } from './RecoveryCodes'
import styles from './second-step.module.css'

interface SetUpDialogProps {
  email: string
  onClose(): void
}

/** Three steps: the password, the app, the recovery codes. */
export function SetUpDialog({ email, onClose }: SetUpDialogProps) {
  const begin = useBeginSecondFactor()
  const confirm = useConfirmSecondFactor()
  return (
    <Dialog title="Two-step verification" onClose={onClose}>
      {confirm.data ? (
        <RecoveryCodes codes={confirm.data.recoveryCodes} onKept={onClose} />
      ) : begin.data ? (
        <Form<'code'>
          onSubmit={({ code }) => confirm.mutate(code)}
          error={confirm.error}
          busy={confirm.isPending}
        >
          <p>
            Scan this with an authenticator app: Aegis, 2FAS, Google Authenticator, or what your
            password manager brings.
          </p>
          <img className={styles.code} src={begin.data.qrcode} alt="QR code with the key" />
          <p>
            Or type the key: <span className={styles.key}>{begin.data.key}</span>
          </p>
          <p>
            <a href={begin.data.address}>The app is on this device</a>
          </p>
          <CodeField onlyApp />
          <Submit>{confirm.isPending ? 'Turning on…' : 'Turn on'}</Submit>
        </Form>
      ) : (
        <Form<'password'>
          onSubmit={({ password }) => begin.mutate({ email, password })}
          error={begin.error}
          busy={begin.isPending}
        >
          <p>First, confirm that it’s you:</p>
          <PasswordField
            name="password"
            label="Your password"
            autoComplete="current-password"
            check={required('Your password is needed.')}
          />
          <Submit>Continue</Submit>
        </Form>
      )}
    </Dialog>
  )
}
