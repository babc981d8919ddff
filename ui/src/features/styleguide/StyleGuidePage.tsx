import { chooseDisplay, chooseTheme, type Theme, useDisplay, useTheme } from '../../lib/display'
import { Button } from '../../ui/Button'
import { Page } from '../../ui/Page'
import { Actions, Navigation } from './Actions'
import { Colours } from './Colours'
import { Drawings, Pictures } from './Drawings'
import { Fields, Messages } from './Fields'
import styles from './StyleGuidePage.module.css'
import { Surfaces } from './Surfaces'
import { Type } from './Type'

/** Every part of the interface in every state, for those who build it. Not in production builds. */
export function StyleGuidePage() {
  return (
    <Page
      title="Style guide"
      lead="Folded paper, iron-gall ink, one red seal: every part in every state."
    >
      <div className={styles.switch}>
        <DisplaySwitch />
      </div>
      <div className={styles.sections}>
        <Colours />
        <Type />
        <Actions />
        <Fields />
        <Navigation />
        <Messages />
        <Surfaces />
        <Pictures />
        <Drawings />
      </div>
    </Page>
  )
}

const THEMES: [Theme, string][] = [
  ['system', 'Automatic'],
  ['light', 'Light'],
  ['dark', 'Dark'],
]

/** Changes the whole page in place. */
function DisplaySwitch() {
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
