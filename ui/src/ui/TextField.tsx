import type { ComponentProps, FocusEvent, ReactNode } from 'react'
import styles from './Field.module.css'
import { FieldFrame, type FieldWords } from './FieldFrame'
import { type Check, useField } from './form-context'

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'name'>, FieldWords {
  check?: Check
  /** Normalises the value when the field loses the focus. */
  tidy?(value: string): string
  /** Button at the end of the field. */
  button?: ReactNode
}

export function TextField({
  id,
  name,
  label,
  hint,
  problem,
  check,
  tidy,
  button,
  className,
  onBlur,
  ...input
}: TextFieldProps) {
  const found = useField(name, check)
  const tidyOnBlur = (event: FocusEvent<HTMLInputElement>) => {
    if (tidy) event.target.value = tidy(event.target.value)
    onBlur?.(event)
  }
  return (
    <FieldFrame id={id} label={label} hint={hint} problem={problem ?? found} className={className}>
      {(control) => (
        <div className={button ? styles.joined : undefined}>
          <input {...input} {...control} name={name} onBlur={tidyOnBlur} />
          {button}
        </div>
      )}
    </FieldFrame>
  )
}
