import type { ReactNode } from 'react'
import { cx } from './cx'
import styles from './Steps.module.css'

export interface Step {
  /** Undefined for steps in short. */
  drawing: ReactNode | undefined
  title: string
  text: ReactNode
}

/** Numbered steps. */
export function Steps({ steps }: { steps: Step[] }) {
  return (
    <ol className={styles.steps}>
      {steps.map(({ drawing, title, text }, index) => (
        <li key={title} className={cx(drawing !== undefined && styles.illustrated)}>
          {drawing !== undefined && <div>{drawing}</div>}
          <div>
            <p className={styles.title}>
              <span className={styles.number}>{index + 1}</span>
              {title}
            </p>
            <div className={styles.text}>{text}</div>
          </div>
        </li>
      ))}
    </ol>
  )
}
