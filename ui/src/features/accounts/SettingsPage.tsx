import { useProfile } from '../../api/profiles'
import { chooseShortcuts, useShortcutsAreOn } from '../../lib/shortcuts'
import { Card } from '../../ui/Card'
import { RadioGroup } from '../../ui/ChoiceGroup'
import { DisplayChoices } from '../../ui/DisplayChoices'
import { Page } from '../../ui/Page'
import styles from './SettingsPage.module.css'

/** What one can set: the account, and this device. */
export function SettingsPage() {
  return (
    <Page title="Settings">
      <div className={styles.sections}>
        <Card>
          <ThisDevice />
        </Card>
        <Card>
          <YourAccount />
        </Card>
      </div>
    </Page>
  )
}

function ThisDevice() {
  const shortcuts = useShortcutsAreOn()
  return (
    <section className="stack" aria-labelledby="this-device">
      <h2 id="this-device">This device</h2>
      <DisplayChoices />
      <RadioGroup
        name="shortcuts"
        label="Single keys"
        choices={[
          { value: 'on', label: 'On: press ? for the list' },
          { value: 'off', label: 'Off' },
        ]}
        stacked
        value={shortcuts ? 'on' : 'off'}
        onChange={(value) => chooseShortcuts(value === 'on')}
      />
      <p className="meta">Kept on this device only.</p>
    </section>
  )
}

function YourAccount() {
  const profile = useProfile()
  const facts = [
    ['Name', profile?.name],
    ['Username', profile?.username],
    ['Email', profile?.email],
    ['Preferred tablets', profile?.preferredTablets.split(',').join(', ')],
  ]
  return (
    <section className="stack" aria-labelledby="your-account">
      <h2 id="your-account">Your account</h2>
      <dl className={styles.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt className="meta">{label}</dt>
            <dd>{value || '–'}</dd>
          </div>
        ))}
      </dl>
      <p className="meta">Changing them comes in a later version.</p>
    </section>
  )
}
