import { useProfile } from '../../entities/member/queries'
import { errorMessage } from '../../lib/api-error'
import { timeAgo, toDate } from '../../lib/format'
import { serverConfig } from '../../lib/server-config'
import { chooseShortcuts, useShortcutsAreOn } from '../../lib/shortcuts'
import { Banner } from '../../ui/Banner'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { RadioGroup } from '../../ui/ChoiceGroup'
import { DisplayChoices } from '../../ui/DisplayChoices'
import { Page } from '../../ui/Page'
import { Skeleton } from '../../ui/Skeleton'
import { AccountForm } from './AccountForm'
import { BlockedMembers } from './BlockedMembers'
import { DeleteAccount } from './DeleteAccount'
import { EditionMails } from './EditionMails'
import { EmailForm } from './EmailForm'
import { MailAddresses } from './MailAddresses'
import { ProfileForm } from './ProfileForm'
import { type Session, useEndSession, useSessions } from './queries'
import styles from './SettingsPage.module.css'
import { TwoFactor } from './two-factor/TwoFactor'
import { YourData } from './YourData'

/** Settings of the account, the profile and this device; export and deletion of data. */
export function SettingsPage() {
  const profile = useProfile()
  return (
    <Page title="Settings">
      <div className={styles.sections}>
        <div className="stack">
          <Card>
            {profile ? (
              <AccountForm profile={profile} />
            ) : (
              <Skeleton label="Loading your account…" lines={4} />
            )}
          </Card>
          <Card>{profile ? <EmailForm profile={profile} /> : <Skeleton label="" lines={2} />}</Card>
          {profile && (
            <Card>
              <TwoFactor profile={profile} />
            </Card>
          )}
          {profile && serverConfig.postHost && (
            <Card>
              <MailAddresses profile={profile} />
            </Card>
          )}
          {serverConfig.sendsMail && (
            <Card>
              <EditionMails />
            </Card>
          )}
          <Card>
            <Sessions />
          </Card>
          <Card>
            <BlockedMembers />
          </Card>
          <Card>
            <DeviceSettings />
          </Card>
        </div>
        <div className="stack">
          <Card>
            {profile ? <ProfileForm profile={profile} /> : <Skeleton label="" lines={12} />}
          </Card>
          {profile && (
            <>
              <Card>
                <YourData profile={profile} />
              </Card>
              <Card>
                <DeleteAccount profile={profile} />
              </Card>
            </>
          )}
        </div>
      </div>
    </Page>
  )
}

/** Sessions of the member, each with a button that ends it. */
function Sessions() {
  const sessions = useSessions()
  const end = useEndSession()
  if (!sessions) return null
  return (
    <section className="stack" aria-labelledby="sessions">
      <h2 id="sessions">Where you are signed in</h2>
      {end.error && <Banner tone="error">{errorMessage(end.error)}</Banner>}
      <ul className={styles.rows}>
        {sessions.map((session) => (
          <li key={session.id} className={styles.row}>
            <p>{formatSession(session)}</p>
            {!session.current && (
              <Button onClick={() => end.mutate(session.id)}>
                Sign out
                <span className="visually-hidden">, {formatSession(session)}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function formatSession({ current, createdAt, usedAt }: Session): string {
  const signedIn = timeAgo(toDate(createdAt))
  return current
    ? `This browser, signed in ${signedIn}`
    : `Another browser, signed in ${signedIn}, last used ${timeAgo(toDate(usedAt))}`
}

const SHORTCUT_CHOICES = [
  { value: 'on', label: 'On: press ? for the list' },
  { value: 'off', label: 'Off' },
]

/** Settings of this device, applied at once. */
function DeviceSettings() {
  const shortcuts = useShortcutsAreOn()
  return (
    <section className="stack" aria-labelledby="this-device">
      <h2 id="this-device">This device</h2>
      <DisplayChoices />
      <RadioGroup
        name="shortcuts"
        label="Keyboard shortcuts"
        choices={SHORTCUT_CHOICES}
        stacked
        value={shortcuts ? 'on' : 'off'}
        onChange={(value) => chooseShortcuts(value === 'on')}
      />
      <p className="meta">Saved on this device only.</p>
    </section>
  )
}
