import { type ReactNode, useState } from 'react'
import { ReauthenticationForm } from '../../entities/member/FreshPasswordDialog'
import { usePasskeys } from '../../entities/member/passkeys'
import type { Profile } from '../../entities/member/queries'
import { errorMessage } from '../../lib/api-error'
import { plural, timeAgo, toDate } from '../../lib/format'
import { notify } from '../../lib/notify'
import { passkeysAreOffered, unlessCancelled } from '../../lib/passkeys'
import { Banner } from '../../ui/Banner'
import { Button } from '../../ui/Button'
import { Dialog } from '../../ui/Dialog'
import { Form } from '../../ui/Form'
import { CurrentPasswordField } from '../../ui/PasswordField'
import { Submit } from '../../ui/Submit'
import { CodeField } from './CredentialFields'
import {
  type ProvenStep,
  useBeginSecondFactor,
  useConfirmPasskeysAsSecondFactor,
  useConfirmSecondFactor,
  useRemoveSecondFactor,
  useRenewRecoveryCodes,
  useSecondFactor,
} from './queries'
import styles from './TwoFactor.module.css'

type Open = 'set-up' | 'passkeys' | 'renew' | 'off'

/** Section of the settings about two-step verification. */
export function TwoFactor({ profile }: { profile: Profile }) {
  const factor = useSecondFactor()
  const passkeys = usePasskeys().data
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const switchedOff = () => {
    close()
    notify({ message: 'Two-step verification is off.', tone: 'good' })
  }
  if (!factor) return null
  const { email } = profile
  const { hasApp } = factor
  const isOffered = passkeysAreOffered()
  const canUsePasskeys = isOffered && passkeys !== undefined && passkeys.length > 0
  return (
    <section className="stack" aria-labelledby="two-step-verification">
      <h2 id="two-step-verification">Two-step verification</h2>
      {factor.since ? (
        <>
          <p>
            Turned on {timeAgo(toDate(factor.since))}. {recoveryCodesLeft(factor.recoveryCodesLeft)}
          </p>
          {!hasApp && (
            <p>You sign in with your password and a passkey, or with the passkey alone.</p>
          )}
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
            {isOffered
              ? 'Sign in with your password and a second step: a code from an app on your phone, or a passkey. Then nobody can sign in with your password alone.'
              : 'Sign in with your password and a code from an app on your phone. Then nobody can sign in with your password alone.'}
          </p>
          <div className="row">
            <Button onClick={() => setOpen('set-up')}>Set up with an app</Button>
            {canUsePasskeys && <Button onClick={() => setOpen('passkeys')}>Use my passkeys</Button>}
          </div>
        </>
      )}
      {open === 'set-up' && <SetUpDialog onClose={close} />}
      {open === 'passkeys' && <PasskeysDialog onClose={close} />}
      {open === 'renew' && <RenewDialog email={email} hasApp={hasApp} onClose={close} />}
      {open === 'off' && (
        <SwitchOffDialog
          email={email}
          hasApp={hasApp}
          onSwitchedOff={switchedOff}
          onClose={close}
        />
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
  hasApp: boolean
  onClose(): void
}

/** Dialog that replaces the recovery codes. */
function RenewDialog({ email, hasApp, onClose }: RenewDialogProps) {
  const renew = useRenewRecoveryCodes()
  return (
    <Dialog title="New recovery codes" onClose={onClose}>
      {renew.data ? (
        <RecoveryCodes codes={renew.data.recoveryCodes} hasApp={hasApp} onKept={onClose} />
      ) : (
        <ProofForm email={email} hasApp={hasApp} action="Make new codes" change={renew}>
          <p>Your old codes stop working.</p>
        </ProofForm>
      )}
    </Dialog>
  )
}

/** Dialog that turns two-step verification on: password, app, recovery codes. */
function SetUpDialog({ onClose }: { onClose(): void }) {
  const beginSetup = useBeginSecondFactor()
  const confirm = useConfirmSecondFactor()
  return (
    <Dialog title="Two-step verification" onClose={onClose}>
      {confirm.data ? (
        <RecoveryCodes codes={confirm.data.recoveryCodes} hasApp onKept={onClose} />
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
          <CodeField kind="app" />
          <Submit>{confirm.isPending ? 'Turning on…' : 'Turn on'}</Submit>
        </Form>
      ) : (
        <>
          {beginSetup.error && <Banner tone="error">{errorMessage(beginSetup.error)}</Banner>}
          <ReauthenticationForm onConfirmed={beginSetup.mutate}>
            <p>First, confirm that it’s you:</p>
          </ReauthenticationForm>
        </>
      )}
    </Dialog>
  )
}

/** Dialog that turns two-step verification on with the passkeys of the member. */
function PasskeysDialog({ onClose }: { onClose(): void }) {
  const { mutate, data, error, isPending } = useConfirmPasskeysAsSecondFactor()
  return (
    <Dialog title="Two-step verification" onClose={onClose}>
      {data ? (
        <RecoveryCodes codes={data.recoveryCodes} hasApp={false} onKept={onClose} />
      ) : (
        <div className="stack">
          {error && <Banner tone="error">{errorMessage(error)}</Banner>}
          <p>
            After your password, you confirm with a passkey. Where your passkeys don’t work, you
            enter a recovery code.
          </p>
          <div className="row">
            <Button variant="primary" busy={isPending} onClick={() => mutate()}>
              {isPending ? 'Turning on…' : 'Turn on'}
            </Button>
          </div>
        </div>
      )}
    </Dialog>
  )
}

interface SwitchOffDialogProps {
  email: string
  hasApp: boolean
  onSwitchedOff(): void
  onClose(): void
}

function SwitchOffDialog({ email, hasApp, onSwitchedOff, onClose }: SwitchOffDialogProps) {
  const remove = useRemoveSecondFactor(onSwitchedOff)
  return (
    <Dialog title="Turn off two-step verification" onClose={onClose}>
      <ProofForm email={email} hasApp={hasApp} action="Turn it off" change={remove}>
        <p>After this, your password alone is enough to sign in.</p>
      </ProofForm>
    </Dialog>
  )
}

interface ProofFormProps {
  email: string
  hasApp: boolean
  /** Label of the button. */
  action: string
  change: {
    mutate(proven: ProvenStep): void
    error: Error | null
    isPending: boolean
    variables: ProvenStep | undefined
  }
  children: ReactNode
}

/** Form with password and second step, for changes while two-step verification is on. */
function ProofForm({ email, hasApp, action, change, children }: ProofFormProps) {
  const [isConfirmed, setIsConfirmed] = useState(false)
  if (hasApp) {
    return (
      <Form<'password' | 'code'>
        onSubmit={({ password, code }) =>
          change.mutate({ proof: { email, password }, step: { code } })
        }
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
  // Two steps, because browsers ask for a passkey once for each click.
  if (!isConfirmed) {
    return (
      <ReauthenticationForm onConfirmed={() => setIsConfirmed(true)}>
        {children}
        <p>First, confirm that it’s you:</p>
      </ReauthenticationForm>
    )
  }
  return (
    <PasskeyStepForm action={action} change={change}>
      {children}
    </PasskeyStepForm>
  )
}

/** Form with a passkey or a recovery code as the second step. */
function PasskeyStepForm({
  action,
  change,
  children,
}: Pick<ProofFormProps, 'action' | 'change' | 'children'>) {
  const usesPasskey = change.variables?.step === 'passkey'
  const isOffered = passkeysAreOffered()
  return (
    <Form<'code'>
      onSubmit={({ code }) => change.mutate({ step: { code } })}
      error={unlessCancelled(change.error)}
      busy={change.isPending && !usesPasskey}
    >
      {children}
      <p role="status">
        {isOffered
          ? 'Now confirm with a passkey, or enter a recovery code.'
          : 'Now enter a recovery code.'}
      </p>
      <CodeField kind="recovery" takesFocus={!isOffered} />
      <Submit
        beside={
          isOffered ? (
            <Button
              busy={change.isPending && usesPasskey}
              onClick={() => change.mutate({ step: 'passkey' })}
            >
              Use a passkey
            </Button>
          ) : null
        }
      >
        {action}
      </Submit>
    </Form>
  )
}

interface RecoveryCodesProps {
  codes: string[]
  /** Whether an app or passkeys are the second step. */
  hasApp: boolean
  onKept(): void
}

/** The recovery codes. Shown once, because the server can't show them again. */
function RecoveryCodes({ codes, hasApp, onKept }: RecoveryCodesProps) {
  const text = `${codes.join('\n')}\n`
  return (
    <div className="stack">
      <p>
        {hasApp
          ? 'If you lose your phone, each of these codes signs you in once. They won’t be shown again: write them down, or save them where you can find them without the phone.'
          : 'If you lose your passkeys, each of these codes signs you in once, with your password. They won’t be shown again: write them down, or save them where you can find them without your devices.'}
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
