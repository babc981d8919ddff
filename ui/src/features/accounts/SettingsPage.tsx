import { useProfile } from '../../api/profiles'
import { serverConfig } from '../../lib/server-config'
import { Card } from '../../ui/Card'
import { Page } from '../../ui/Page'
import { Skeleton } from '../../ui/Skeleton'
import { AccountForm } from './AccountForm'
import { BlockedMembers } from './BlockedMembers'
import { DeleteAccount } from './DeleteAccount'
import { DeviceSettings } from './DeviceSettings'
import { EditionMails } from './EditionMails'
import { EmailForm } from './EmailForm'
import { MailAddresses } from './MailAddresses'
import { ProfileForm } from './ProfileForm'
import { Sessions } from './Sessions'
import styles from './SettingsPage.module.css'
import { SecondStep } from './second-step/SecondStep'
import { YourData } from './YourData'

/** What one can set: the account, the profile, and this device; and what one can take along or leave. */
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
              <SecondStep profile={profile} />
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
