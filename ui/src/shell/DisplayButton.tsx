import { useState } from 'react'
import { chooseDisplay, chooseTheme, type Theme, useDisplay, useTheme } from '../lib/display'
import { type Choice, RadioGroup } from '../ui/ChoiceGroup'
import { Dialog } from '../ui/Dialog'
import styles from './Shell.module.css'

const DISPLAYS: Choice[] = [
  { value: 'screen', label: 'Screen' },
  { value: 'paper', label: 'Paper display: for e-ink screens' },
]

const THEMES: Choice[] = [
  { value: 'system', label: 'As this device' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]

export function DisplayButton() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" className={styles.link} onClick={() => setOpen(true)}>
        Display
      </button>
      {open && <DisplayDialog onClose={() => setOpen(false)} />}
    </>
  )
}

function DisplayDialog({ onClose }: { onClose(): void }) {
  const display = useDisplay()
  const theme = useTheme()
  return (
    <Dialog title="Display" onClose={onClose}>
      <div className="stack">
        <RadioGroup
          name="display"
          label="This device"
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
        <p className="meta">Kept on this device only.</p>
      </div>
    </Dialog>
  )
}
