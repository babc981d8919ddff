import { type Profile, useProfile } from '../../api/profiles'
import { Card } from '../../ui/Card'
import { Page } from '../../ui/Page'
import { Skeleton } from '../../ui/Skeleton'
import { ProfileForm } from './ProfileForm'
import styles from './SettingsPage.module.css'
import { ThisDevice } from './ThisDevice'

/** What one can set: the profile, the account, and this device. */
export function SettingsPage() {
  const profile = useProfile()
  return (
    <Page title="Settings">
      <div className={styles.sections}>
        <Card>
          {profile ? (
            <ProfileForm profile={profile} />
          ) : (
            <Skeleton label="Loading your profile…" lines={8} />
          )}
        </Card>
        <div className="stack">
          <Card>
            {profile ? <YourAccount profile={profile} /> : <Skeleton label="" lines={4} />}
          </Card>
          <Card>
            <ThisDevice />
          </Card>
        </div>
      </div>
    </Page>
  )
}

function YourAccount({ profile }: { profile: Profile }) {
  const facts = [
    ['Username', profile.username],
    ['Email', profile.email],
  ]
  return (
    <section className="stack" aria-labelledby="your-account">
      <h2 id="your-account">Your account</h2>
      <dl className={styles.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt className="meta">{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className="meta">Changing these and the password comes in a later version.</p>
    </section>
  )
}
