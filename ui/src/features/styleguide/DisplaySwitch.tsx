import { chooseDisplay, chooseTheme, type Theme, useDisplay, useTheme } from '../../lib/display'
import { Button } from '../../ui/Button'

const THEMES: [Theme, string][] = [
  ['system', 'As this device'],
  ['light', 'Light'],
  ['dark', 'Dark'],
]

/** Changes the whole page in place. */
export function DisplaySwitch() {
  const theme = useTheme()
  const onPaper = useDisplay() === 'paper'
  return (
    <div className="row">
      {THEMES.map(([value, label]) => (
        <Button
          key={value}
          aria-pressed={!onPaper && theme === value}
          onClick={() => {
            chooseDisplay('screen')
            chooseTheme(value)
          }}
        >
          {label}
        </Button>
      ))}
      <Button aria-pressed={onPaper} onClick={() => chooseDisplay('paper')}>
        Paper
      </Button>
    </div>
  )
}
