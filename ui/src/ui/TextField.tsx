import type { ComponentProps, FocusEvent, ReactNode } from 'react'
import styles from './Field.module.css'
import { FieldFrame } from './FieldFrame'
import { type Check, useField } from './form-context'

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'name' | 'id'> {
  name: string
  label: string
  hint?: ReactNode
  /** A problem that this field's check cannot find. */
  problem?: string
  check?: Check
  /** Sets right what was typed, when the field is left. */
  tidy?(value: string): string
  /** A button at the end of the field. */
  button?: ReactNode
}

export function TextField({
  name,
  label,
  hint,
  problem,
  check,
  tidy,
  button,
  ...input
}: TextFieldProps) {
  const found = useField(name, check)
  const leave = (event: FocusEvent<HTMLInputElement>) => {
    if (tidy) event.target.value = tidy(event.target.value)
  }
  return (
    <FieldFrame label={label} hint={hint} problem={problem ?? found}>
      {(control) => (
        <div className={button ? styles.joined : undefined}>
          <input {...input} {...control} name={name} onBlur={leave} />
          {button}
        </div>
      )}
    </FieldFrame>
  )
}
