import { type ReactNode, useId } from 'react'
import styles from './Field.module.css'

interface ControlProps {
  id: string
  className: string | undefined
  'aria-invalid': boolean | undefined
  'aria-describedby': string | undefined
}

interface FieldFrameProps {
  label: string
  hint?: ReactNode
  problem: string | undefined
  /** Draws the control with the ids that tie it to its words. */
  children(control: ControlProps): ReactNode
}

/** Label, hint and problem around one control. */
export function FieldFrame({ label, hint, problem, children }: FieldFrameProps) {
  const id = useId()
  const described = [hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(' ')
  return (
    <div>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {hint && (
        <div id={`${id}-hint`} className={styles.hint}>
          {hint}
        </div>
      )}
      {children({
        id,
        className: styles.control,
        'aria-invalid': problem ? true : undefined,
        'aria-describedby': described || undefined,
      })}
      {problem && (
        <p id={`${id}-problem`} className={styles.problem}>
          <span aria-hidden="true">⚠ </span>
          {problem}
        </p>
      )}
    </div>
  )
}
