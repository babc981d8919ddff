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

/** Texts around a field's control. */
export interface FieldTextProps {
  name: string
  label: string
  hint?: ReactNode
  /** Error that the field's check cannot find. */
  problem?: string
}

interface FieldFrameProps extends Omit<FieldTextProps, 'name'> {
  /** Id of the control, if the page needs it. */
  id?: string
  className?: string
  /** Renders the control with the ids that link it to its texts. */
  children(control: ControlProps): ReactNode
}

/** Label, hint and error around one control. */
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

/** Error message of a field, linked to it by id. */
export function Problem({ id, children }: { id: string; children: string }) {
  return (
    <p id={id} className={styles.problem}>
      <Icon name="warn" className={styles.sign} />
      {children}
    </p>
  )
}
