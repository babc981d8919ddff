import { chooseDisplay, chooseTheme, type Theme, useDisplay, useTheme } from '../lib/display'
import { type Choice, RadioGroup } from './ChoiceGroup'

const DISPLAYS: Choice[] = [
  { value: 'screen', label: 'Screen' },
  { value: 'paper', label: 'Paper display: for e-ink screens' },
]

const THEMES: Choice[] = [
  { value: 'system', label: 'As this device' },
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
