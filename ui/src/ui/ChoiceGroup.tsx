import { useId } from 'react'
import styles from './Field.module.css'
import { type Check, useField } from './form-context'

export interface Choice {
  value: string
  label: string
}

interface ChoiceGroupProps {
  name: string
  label: string
  choices: readonly Choice[]
  check?: Check
  /** One below the other, for long labels. */
  stacked?: boolean
  /** For groups whose value lives outside a form. */
  value?: string
  onChange?(value: string): void
}

/** One of several. */
export const RadioGroup = (props: ChoiceGroupProps) => <ChoiceGroup type="radio" {...props} />

/** Any of several; the form joins them by commas. */
export const CheckboxGroup = (props: ChoiceGroupProps) => <ChoiceGroup type="checkbox" {...props} />

function ChoiceGroup({
  type,
  name,
  label,
  choices,
  check,
  stacked = false,
  value,
  onChange,
}: ChoiceGroupProps & { type: 'radio' | 'checkbox' }) {
  const problem = useField(name, check)
  const problemId = useId()
  return (
    <fieldset aria-describedby={problem ? problemId : undefined}>
      <legend className={styles.label}>{label}</legend>
      <div className={stacked ? styles.stacked : styles.choices}>
        {choices.map((choice) => (
          <label key={choice.value} className={styles.choice}>
            <input
              type={type}
              name={name}
              value={choice.value}
              checked={value === undefined ? undefined : value === choice.value}
              onChange={() => onChange?.(choice.value)}
            />
            {choice.label}
          </label>
        ))}
      </div>
      {problem && (
        <p id={problemId} className={styles.problem}>
          <span aria-hidden="true">⚠ </span>
          {problem}
        </p>
      )}
    </fieldset>
  )
}
