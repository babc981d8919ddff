import { useState } from 'react'
import { useLocation } from 'wouter'
import { errorMessage } from '../lib/api-error'
import { serverConfig } from '../lib/server-config'
import { type Member, useGuestBook, useSession } from '../lib/session'
import { getStored, useStored } from '../lib/storage'
import { words } from '../locales/en'
import { paths } from '../paths'
import { Button } from '../ui/Button'
import { cx } from '../ui/cx'
import styles from './Shell.module.css'

/**
 * Reminder on every page of a member whose address isn't verified. Shown from the first paint on,
 * because the state is stored: `useProfile` and sign-in store it, also for other tabs. Guests have no address.
 */
export function VerifyEmailBanner() {
  const session = useSession()
  const isGuest = useGuestBook() !== null
  const isUnverified = useStored('emailVerified') === 'false'
  const isSigningIn = useLocation()[0] === paths.signIn()
  if (!session || isGuest || !isUnverified || isSigningIn) return null
  return (
    <section className={cx(styles.notice, 'screen-only')} aria-label={words.verifyEmail.title}>
      {serverConfig.sendsMail ? (
        <ByMail member={session} />
      ) : (
        <p>
          <strong>{words.verifyEmail.title}</strong> {words.verifyEmail.byAdmin}
        </p>
      )}
    </section>
  )
}

type Sending = { state: 'idle' | 'busy' | 'sent' } | { state: 'failed'; error: unknown }

function ByMail({ member: { uid, email } }: { member: Member }) {
  const [sending, setSending] = useState<Sending>({ state: 'idle' })
  const send = () => {
    setSending({ state: 'busy' })
    import('../entities/member/queries')
      .then((queries) => queries.sendVerification({ uid, email, name: getStored('name') ?? '' }))
      .then(
        () => setSending({ state: 'sent' }),
        (error) => setSending({ state: 'failed', error }),
      )
  }
  return (
    <>
      <p>
        <strong>{words.verifyEmail.title}</strong> {words.verifyEmail.byMail(email)}
      </p>
      <p role="status">{sending.state === 'sent' && words.verifyEmail.sent}</p>
      {sending.state === 'failed' && (
        <p role="alert">{errorMessage(sending.error, words.verifyEmail.failed)}</p>
      )}
      {sending.state !== 'sent' && (
        <Button
          variant="quiet"
          className={styles.noticeButton}
          busy={sending.state === 'busy'}
          onClick={send}
        >
          {words.verifyEmail.again}
        </Button>
      )}
    </>
  )
}
