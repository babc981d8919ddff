import { chooseDisplay, chooseTheme, type Theme, useDisplay, useTheme } from '../lib/display'
import { words } from '../locales/en'
import { type Choice, RadioGroup } from '../ui/ChoiceGroup'
import { Dialog } from '../ui/Dialog'

const DISPLAYS: Choice[] = [
  { value: 'screen', label: 'Screen' },
  { value: 'paper', label: 'Paper display: for e-ink screens' },
]

const THEMES: Choice[] = [
  { value: 'system', label: 'Automatic' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]

/** Display settings of this device, applied at once. */
export function DisplayChoices() {
  const display = useDisplay()
  const theme = useTheme()
  return (
    <div className="stack">
      <RadioGroup
        name="display"
        label="Display"
        choices={DISPLAYS}
        stacked
        value={display}
        onChange={(value) => chooseDisplay(value === 'paper' ? 'paper' : 'screen')}
      />
      {display === 'screen' && (
        <RadioGroup
          name="theme"
          label="Light or dark"
          choices={THEMES}
          value={theme}
          onChange={(value) => chooseTheme(value as Theme)}
        />
      )}
    </div>
  )
}

/** Dialog with the display settings of this device. */
export function DisplayDialog({ onClose }: { onClose(): void }) {
  return (
    <Dialog title={words.display.title} onClose={onClose}>
      <div className="stack">
        <DisplayChoices />
        <p className="meta">{words.display.kept}</p>
      </div>
    </Dialog>
  )
}
