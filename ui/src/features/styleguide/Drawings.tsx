import type { ComponentType } from 'react'
import { Card } from '../../ui/Card'
import { Icon, type IconName } from '../../ui/Icon'
import { Logo } from '../../ui/Logo'
import { Picture } from '../../ui/Picture'
import styles from './Drawings.module.css'
import { Section, Specimen } from './Specimen'

/** Modules of all illustrations that several pages share, except the parts that they are drawn with. */
const MODULES = import.meta.glob<Record<string, ComponentType>>(
  ['../../ui/illustrations/*.tsx', '!**/Illustration.tsx'],
  { eager: true },
)

const DRAWINGS = Object.values(MODULES).flatMap((module) => Object.entries(module))

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

const WRITING = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 480 240" width="480" height="240"><g fill="none" stroke="#1c1a17" stroke-width="3" stroke-linecap="round">${[60, 110, 160].map((top) => `<path d="M40 ${top}q16-28 32 0t32 0 32 0 32 0 32 0 32 0 32 0 32 0 32 0 32 0 32 0 32 0"/>`).join('')}</g></svg>`

export function Pictures() {
  return (
    <Section
      title="Pictures"
      rule="Paper stays white in every theme. The room is kept before a picture comes, and has words in it when it does not."
    >
      <Specimen name="Picture">
        <Card>
          <Picture
            src={`data:image/svg+xml,${encodeURIComponent(WRITING)}`}
            alt="Three lines of handwriting"
            width={480}
            height={240}
          />
        </Card>
      </Specimen>
      <Specimen name="Picture that fails">
        <Card>
          <Picture src="data:image/png,nothing" alt="A letter to no one" width={480} height={240} />
        </Card>
      </Specimen>
    </Section>
  )
}
