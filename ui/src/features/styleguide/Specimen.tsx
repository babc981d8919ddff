import type { ReactNode } from 'react'
import styles from './Specimen.module.css'

interface SectionProps {
  title: string
  /** Guidance on the use of the component. */
  rule: ReactNode
  children: ReactNode
}

/** One chapter of the guide. */
export function Section({ title, rule, children }: SectionProps) {
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <p className={styles.rule}>{rule}</p>
      <div className={styles.specimens}>{children}</div>
    </section>
  )
}

interface SpecimenProps {
  /** The component, and its state. */
  name: string
  /** Over the whole width, for what is wide in its pages too. */
  wide?: boolean
  children: ReactNode
}

/** One component as it stands on a page. */
export function Specimen({ name, wide = false, children }: SpecimenProps) {
  return (
    <div className={wide ? styles.wide : undefined}>
      <h3 className={styles.name}>{name}</h3>
      <div>{children}</div>
    </div>
  )
}
