import { type ReactNode, useState } from 'react'
import type { Profile } from '../../entities/member/queries'
import { plural, timeAgo, toDate } from '../../lib/format'
import { notify } from '../../lib/notify'
import { Banner } from '../../ui/Banner'
import { Button } from '../../ui/Button'
import { Dialog } from '../../ui/Dialog'
import { Form } from '../../ui/Form'
import { CurrentPasswordField } from '../../ui/PasswordField'
import { Submit } from '../../ui/Submit'
import { CodeField } from './CredentialFields'
import {
  type Proof,
  useBeginSecondFactor,
  useConfirmSecondFactor,
  useRemoveSecondFactor,
  useRenewRecoveryCodes,
  useSecondFactor,
} from './queries'
import styles from './TwoFactor.module.css'

type Open = 'set-up' | 'renew' | 'off'

/** Section of the settings about two-step verification. */
export function TwoFactor({ profile }: { profile: Profile }) {
  const factor = useSecondFactor()
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const switchedOff = () => {
    close()
    notify({ message: 'Two-step verification is off.', tone: 'good' })
  }
  if (!factor) return null
  return (
    <section className="stack" aria-labelledby="two-step-verification">
      <h2 id="two-step-verification">Two-step verification</h2>
      {factor.since ? (
        <>
          <p>
            Turned on {timeAgo(toDate(factor.since))}. {recoveryCodesLeft(factor.recoveryCodesLeft)}
          </p>
          {factor.reportedAt && (
            <Banner tone="warn">
              Someone entered your password and 5 wrong codes {timeAgo(toDate(factor.reportedAt))}.
              If that wasn’t you, choose a new password.
            </Banner>
          )}
          {factor.lockedAt && (
            <p>
              Someone entered 10 wrong codes {timeAgo(toDate(factor.lockedAt))}. After that, codes
              were blocked for up to an hour.
            </p>
          )}
          <div className="row">
            <Button onClick={() => setOpen('renew')}>New recovery codes</Button>
            <Button variant="quiet" onClick={() => setOpen('off')}>
              Turn it off
            </Button>
          </div>
        </>
      ) : (
        <>
          <p>
            Sign in with your password and a code from an app on your phone. Then nobody can sign in
            with your password alone.
          </p>
          <div>
            <Button onClick={() => setOpen('set-up')}>Set it up</Button>
          </div>
        </>
      )}
      {open === 'set-up' && <SetUpDialog email={profile.email} onClose={close} />}
      {open === 'renew' && <RenewDialog email={profile.email} onClose={close} />}
      {open === 'off' && (
        <SwitchOffDialog email={profile.email} onSwitchedOff={switchedOff} onClose={close} />
      )}
    </section>
  )
}

function recoveryCodesLeft(count: number): string {
  if (count === 0) return 'No recovery codes are left. Make new ones.'
  return plural(count, 'One recovery code is left.', '# recovery codes are left.')
}

interface RenewDialogProps {
  email: string
  onClose(): void
}

/** Dialog that replaces the recovery codes. */
function RenewDialog({ email, onClose }: RenewDialogProps) {
  const renew = useRenewRecoveryCodes()
  return (
    <Dialog title="New recovery codes" onClose={onClose}>
      {renew.data ? (
        <RecoveryCodes codes={renew.data.recoveryCodes} onKept={onClose} />
      ) : (
        <ProofForm email={email} action="Make new codes" change={renew}>
          <p>Your old codes stop working.</p>
        </ProofForm>
      )}
    </Dialog>
  )
}

interface SetUpDialogProps {
  email: string
  onClose(): void
}

/** Dialog that turns two-step verification on: password, app, recovery codes. */
function SetUpDialog({ email, onClose }: SetUpDialogProps) {
  const beginSetup = useBeginSecondFactor()
  const confirm = useConfirmSecondFactor()
  return (
    <Dialog title="Two-step verification" onClose={onClose}>
      {confirm.data ? (
        <RecoveryCodes codes={confirm.data.recoveryCodes} onKept={onClose} />
      ) : beginSetup.data ? (
        <Form<'code'>
          onSubmit={({ code }) => confirm.mutate(code)}
          error={confirm.error}
          busy={confirm.isPending}
        >
          <p>
            Scan this with an authenticator app: Aegis, 2FAS, Google Authenticator, or your password
            manager.
          </p>
          <img className={styles.code} src={beginSetup.data.qrcode} alt="QR code with the key" />
          <p>
            Or type the key: <span className={styles.key}>{beginSetup.data.key}</span>
          </p>
          <p>
            <a href={beginSetup.data.address}>Open in an app on this device</a>
          </p>
          <CodeField onlyApp />
          <Submit>{confirm.isPending ? 'Turning on…' : 'Turn on'}</Submit>
        </Form>
      ) : (
        <Form<'password'>
          onSubmit={({ password }) => beginSetup.mutate({ email, password })}
          error={beginSetup.error}
          busy={beginSetup.isPending}
        >
          <p>First, confirm that it’s you:</p>
          <CurrentPasswordField />
          <Submit>Continue</Submit>
        </Form>
      )}
    </Dialog>
  )
}

interface SwitchOffDialogProps {
  email: string
  onSwitchedOff(): void
  onClose(): void
}

function SwitchOffDialog({ email, onSwitchedOff, onClose }: SwitchOffDialogProps) {
  const remove = useRemoveSecondFactor(onSwitchedOff)
  return (
    <Dialog title="Turn off two-step verification" onClose={onClose}>
      <ProofForm email={email} action="Turn it off" change={remove}>
        <p>After this, you sign in with your password alone.</p>
      </ProofForm>
    </Dialog>
  )
}

interface ProofFormProps {
  email: string
  /** Label of the button. */
  action: string
  change: {
    mutate(proof: Proof & { code: string }): void
    error: Error | null
    isPending: boolean
  }
  children: ReactNode
}

/** Form with password and code, for changes while two-step verification is on. */
function ProofForm({ email, action, change, children }: ProofFormProps) {
  return (
    <Form<'password' | 'code'>
      onSubmit={(proof) => change.mutate({ email, ...proof })}
      error={change.error}
      busy={change.isPending}
    >
      {children}
      <CurrentPasswordField />
      <CodeField />
      <Submit>{action}</Submit>
    </Form>
  )
}

interface RecoveryCodesProps {
  codes: string[]
  onKept(): void
}

/** The recovery codes. Shown once, because the server can't show them again. */
function RecoveryCodes({ codes, onKept }: RecoveryCodesProps) {
  const text = `${codes.join('\n')}\n`
  return (
    <div className="stack">
      <p>
        If you lose your phone, each of these codes signs you in once. They won’t be shown again:
        write them down, or save them where you can find them without the phone.
      </p>
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="row">
        <a
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="recovery-codes.txt"
        >
          Save as a file
        </a>
        <Button variant="primary" onClick={onKept}>
          I’ve saved them
        </Button>
      </div>
    </div>
  )
}
