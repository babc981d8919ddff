import type { ChangeEvent, ComponentProps, FocusEvent, ReactNode } from 'react'
import styles from './Field.module.css'
import { FieldFrame, type FieldTextProps } from './FieldFrame'
import { type Check, useLimitedField } from './form-context'

interface TextFieldProps
  extends Omit<ComponentProps<'input'>, 'name' | 'maxLength'>,
    FieldTextProps {
  check?: Check
  /** Maximum length. Longer text stays and is marked as an error. */
  maxCharacters?: number
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
  maxCharacters = Number.POSITIVE_INFINITY,
  tidy,
  button,
  className,
  onBlur,
  onChange,
  ...input
}: TextFieldProps) {
  const { value, defaultValue } = input
  const field = useLimitedField({ name, check, maxCharacters, value, defaultValue })
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    field.setTyped(event.target.value)
    onChange?.(event)
  }
  const tidyOnBlur = (event: FocusEvent<HTMLInputElement>) => {
    if (tidy) event.target.value = tidy(event.target.value)
    field.setTyped(event.target.value)
    onBlur?.(event)
  }
  return (
    <FieldFrame
      id={id}
      label={label}
      hint={hint}
      problem={problem ?? field.problem}
      className={className}
    >
      {(control) => (
        <div className={button ? styles.joined : undefined}>
          <input {...input} {...control} name={name} onChange={change} onBlur={tidyOnBlur} />
          {button}
        </div>
      )}
    </FieldFrame>
  )
}
