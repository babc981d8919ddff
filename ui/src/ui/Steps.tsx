import type { ReactNode } from 'react'
import styles from './Steps.module.css'

export interface Step {
  drawing: ReactNode
  title: string
  text: ReactNode
}

/** Numbered steps. */
export function Steps({ steps }: { steps: Step[] }) {
  return (
    <ol className={styles.steps}>
      {steps.map(({ drawing, title, text }, index) => (
        <li key={title} className={styles.step}>
          <div>{drawing}</div>
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
