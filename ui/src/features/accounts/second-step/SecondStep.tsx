import { useState } from 'react'
import type { Profile } from '../../../api/profiles'
import { notify } from '../../../lib/notify'
import { timeAgo, toDate } from '../../../lib/time-ago'
import { Banner } from '../../../ui/Banner'
import { Button } from '../../../ui/Button'
import { useSecondFactor } from './queries'
import { RenewDialog } from './RenewDialog'
import { SetUpDialog } from './SetUpDialog'
import { SwitchOffDialog } from './SwitchOffDialog'

type Open = 'set-up' | 'renew' | 'off'

/** A code of an app on top of the password: what it is, and switching it on and off. */
export function SecondStep({ profile }: { profile: Profile }) {
  const factor = useSecondFactor()
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const switchedOff = () => {
    close()
    notify({ words: 'Two-step verification is off.', tone: 'good' })
  }
  if (!factor) return null
  return (
    <section className="stack" aria-labelledby="second-step">
      <h2 id="second-step">Two-step verification</h2>
      {factor.since ? (
        <>
          <p>
            On since {timeAgo(toDate(factor.since))}. {recoveryCodesLeft(factor.recoveryCodesLeft)}
          </p>
          {factor.reportedAt && (
            <Banner tone="warn">
              Somebody entered your password and 5 wrong codes {timeAgo(toDate(factor.reportedAt))}.
              If that wasn’t you, choose a new password.
            </Banner>
          )}
          {factor.lockedAt && (
            <p>
              Codes were blocked for up to an hour {timeAgo(toDate(factor.lockedAt))}, after 10
              wrong ones.
            </p>
          )}
          <div className="row">
            <Button onClick={() => setOpen('renew')}>New recovery codes</Button>
            <Button look="quiet" onClick={() => setOpen('off')}>
              Turn it off
            </Button>
          </div>
        </>
      ) : (
        <>
          <p>
            Besides your password, a code from an app on your phone is needed to sign in. Knowing
            your password is then not enough.
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
  return count === 1 ? 'One recovery code is left.' : `${count} recovery codes are left.`
}
