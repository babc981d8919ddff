import type { ChangeEvent, ComponentProps } from 'react'
import type { Choice } from './ChoiceGroup'
import { cx } from './cx'
import styles from './Field.module.css'
import { FieldFrame, type FieldTextProps } from './FieldFrame'
import { type Check, useField } from './form-context'
import { Icon } from './Icon'

interface SelectProps extends Omit<ComponentProps<'select'>, 'name' | 'onChange'>, FieldTextProps {
  /** Placeholder; without it the first option is selected. */
  prompt?: string
  /** Plain strings are their own values. */
  options: readonly (string | Choice)[]
  check?: Check
  onChange?(value: string): void
}

export function Select({
  id,
  name,
  label,
  hint,
  problem,
  prompt,
  options,
  check,
  className,
  onChange,
  ...select
}: SelectProps) {
  const found = useField(name, check)
  return (
    <FieldFrame
      id={id}
      label={label}
      hint={hint}
      problem={problem ?? found}
      className={cx(styles.select, className)}
    >
      {(control) => (
        <div className={styles.choose}>
          <select
            {...select}
            {...control}
            name={name}
            onChange={({ target }: ChangeEvent<HTMLSelectElement>) => onChange?.(target.value)}
          >
            {prompt !== undefined && <option value="">{prompt}</option>}
            {options.map((option) => {
              const choice = typeof option === 'string' ? { value: option, label: option } : option
              return (
                <option key={choice.value} value={choice.value}>
                  {choice.label}
                </option>
              )
            })}
          </select>
          <Icon name="down" className={styles.arrow} />
        </div>
      )}
    </FieldFrame>
  )
}
