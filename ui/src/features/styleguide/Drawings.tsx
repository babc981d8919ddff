import type { ComponentType } from 'react'
import { Icon, type IconName } from '../../ui/Icon'
import { Logo } from '../../ui/Logo'
import styles from './Drawings.module.css'
import { Section, Specimen } from './Specimen'

/** Whatever stands in ui/drawings, so that a new drawing shows here by itself. */
const FILES = import.meta.glob<Record<string, ComponentType>>('../../ui/drawings/*.tsx', {
  eager: true,
})

const DRAWINGS = Object.entries(FILES)
  .filter(([file]) => !file.endsWith('/Drawing.tsx'))
  .flatMap(([, drawings]) => Object.entries(drawings))
  .filter(([name]) => /^[A-Z][a-z]/.test(name))

const ICONS: IconName[] = ['note', 'good', 'warn', 'error', 'down']

export function Drawings() {
  return (
    <Section
      title="Drawings"
      rule="One line, one thickness, in the colour of the text; only the seal is red. They say nothing that the words beside them do not."
    >
      <Specimen name="Drawings" wide>
        <ul className={styles.drawings}>
          {DRAWINGS.map(([name, Drawing]) => (
            <li key={name}>
              <div className={styles.drawing}>
                <Drawing />
              </div>
              <p className="meta">{name}</p>
            </li>
          ))}
        </ul>
      </Specimen>
      <Specimen name="Icons, as high as their text">
        <ul className="row">
          {ICONS.map((name) => (
            <li key={name}>
              <Icon name={name} /> {name}
            </li>
          ))}
        </ul>
      </Specimen>
      <Specimen name="Logo">
        <Logo />
      </Specimen>
    </Section>
  )
}
