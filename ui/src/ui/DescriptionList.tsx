import type { ReactNode } from 'react'
import styles from './DescriptionList.module.css'

export interface Fact {
  name: string
  /** Undefined values are left out. */
  value: ReactNode
}

/** Facts about one item, one per line. */
export function DescriptionList({ facts }: { facts: Fact[] }) {
  return (
    <dl className={styles.facts}>
      {facts
        .filter(({ value }) => value !== '')
        .map(({ name, value }) => (
          <div key={name} className={styles.fact}>
            <dt className={styles.name}>{name}</dt>
            <dd className={styles.value}>{value}</dd>
          </div>
        ))}
    </dl>
  )
}
