import { type ReactNode, useId } from 'react'
import { cx } from './cx'
import styles from './Field.module.css'
import { Icon } from './Icon'

interface ControlProps {
  id: string
  className: string
  'aria-invalid': boolean | undefined
  'aria-describedby': string | undefined
}

/** What every field shows around its control, on top of the control's own attributes. */
export interface FieldWords {
  name: string
  label: string
  hint?: ReactNode
  /** A problem that this field's check cannot find. */
  problem?: string
}

interface FieldFrameProps extends Omit<FieldWords, 'name'> {
  /** The control's, where a page must know it. */
  id?: string
  className?: string
  /** Draws the control with the ids that tie it to its words. */
  children(control: ControlProps): ReactNode
}

/** Label, hint and problem around one control. */
export function FieldFrame({ label, hint, problem, id, className, children }: FieldFrameProps) {
  const made = useId()
  const own = id ?? made
  const described = cx(hint ? `${own}-hint` : false, problem && `${own}-problem`)
  return (
    <div>
      <label className={styles.label} htmlFor={own}>
        {label}
      </label>
      {hint && (
        <div id={`${own}-hint`} className={styles.hint}>
          {hint}
        </div>
      )}
      {children({
        id: own,
        className: cx(styles.control, className),
        'aria-invalid': problem ? true : undefined,
        'aria-describedby': described || undefined,
      })}
      {problem && <Problem id={`${own}-problem`}>{problem}</Problem>}
    </div>
  )
}

/** What is wrong with a field, tied to it by its id. */
export function Problem({ id, children }: { id: string; children: string }) {
  return (
    <p id={id} className={styles.problem}>
      <Icon name="warn" className={styles.sign} />
      {children}
    </p>
  )
}
