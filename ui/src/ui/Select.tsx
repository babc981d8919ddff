import type { ChangeEvent } from 'react'
import { FieldFrame } from './FieldFrame'
import { type Check, useField } from './form-context'

interface SelectProps {
  name: string
  label: string
  /** What stands there before anything is chosen. */
  prompt: string
  options: readonly string[]
  check?: Check
  onChange?(value: string): void
}

export function Select({ name, label, prompt, options, check, onChange }: SelectProps) {
  const problem = useField(name, check)
  return (
    <FieldFrame label={label} problem={problem}>
      {(control) => (
        <select
          {...control}
          name={name}
          defaultValue=""
          onChange={(event: ChangeEvent<HTMLSelectElement>) => onChange?.(event.target.value)}
        >
          <option value="">{prompt}</option>
          {options.map((option) => (
            <option key={option}>{option}</option>
          ))}
        </select>
      )}
    </FieldFrame>
  )
}
