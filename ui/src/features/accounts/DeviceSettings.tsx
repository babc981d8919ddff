import { chooseShortcuts, useShortcutsAreOn } from '../../lib/shortcuts'
import { RadioGroup } from '../../ui/ChoiceGroup'
import { DisplayChoices } from '../../ui/DisplayChoices'

const KEYS = [
  { value: 'on', label: 'On: press ? for the list' },
  { value: 'off', label: 'Off' },
]

/** What is kept on this device; it takes effect at once. */
export function DeviceSettings() {
  const shortcuts = useShortcutsAreOn()
  return (
    <section className="stack" aria-labelledby="this-device">
      <h2 id="this-device">This device</h2>
      <DisplayChoices />
      <RadioGroup
        name="shortcuts"
        label="Single keys"
        choices={KEYS}
        stacked
        value={shortcuts ? 'on' : 'off'}
        onChange={(value) => chooseShortcuts(value === 'on')}
      />
      <p className="meta">Kept on this device only.</p>
    </section>
  )
}
