import { cx } from './cx'
import styles from './Stepper.module.css'

interface StepperProps {
  label: string
  /** Names of the steps in their order. */
  steps: readonly string[]
  /** Index of the current step. */
  current: number
}

/** Steps of a task in a line, with those that are done and the current one. */
export function Stepper({ label, steps, current }: StepperProps) {
  return (
    <ol className={styles.steps} aria-label={label}>
      {steps.map((step, index) => (
        <li
          key={step}
          className={cx(styles.step, index === current && styles.current)}
          aria-current={index === current ? 'step' : undefined}
        >
          {index < current ? (
            <>
              <span aria-hidden="true">✓ </span>
              {step}
              <span className="visually-hidden">, done</span>
            </>
          ) : (
            `${index + 1} ${step}`
          )}
        </li>
      ))}
    </ol>
  )
}
