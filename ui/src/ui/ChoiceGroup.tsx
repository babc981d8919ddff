import { type ComponentProps, type ReactNode, useId } from 'react'
import { cx } from './cx'
import styles from './Field.module.css'
import { Problem } from './FieldFrame'
import { type Check, useField } from './form-context'

export interface Choice {
  value: string
  label: string
}

interface ChoiceGroupProps extends Omit<ComponentProps<'fieldset'>, 'onChange' | 'defaultValue'> {
  name: string
  label: string
  hint?: ReactNode
  choices: readonly Choice[]
  check?: Check
  /** One choice per line, for long labels. */
  stacked?: boolean
  /** Initial choice; several are joined by commas, as in the form values. */
  defaultValue?: string
  /** Controlled value, for groups outside of a form. */
  value?: string
  onChange?(value: string): void
}

/** Group of radio buttons. */
export const RadioGroup = (props: ChoiceGroupProps) => <ChoiceGroup type="radio" {...props} />

/** Group of checkboxes; the form joins their values by commas. */
export const CheckboxGroup = (props: ChoiceGroupProps) => <ChoiceGroup type="checkbox" {...props} />

function ChoiceGroup({
  type,
  name,
  label,
  hint,
  choices,
  check,
  stacked = false,
  defaultValue = '',
  value,
  onChange,
  ...fieldset
}: ChoiceGroupProps & { type: 'radio' | 'checkbox' }) {
  const problem = useField(name, check)
  const problemId = useId()
  const hintId = useId()
  const alone = useId()
  const chosen = new Set((value ?? defaultValue).split(','))
  return (
    <fieldset
      aria-describedby={cx(hint ? hintId : false, problem && problemId) || undefined}
      {...fieldset}
    >
      <legend className={styles.label}>{label}</legend>
      {hint && (
        <div id={hintId} className={styles.hint}>
          {hint}
        </div>
      )}
      <div className={stacked ? styles.stacked : styles.choices}>
        {choices.map((choice) => (
          <label key={choice.value} className={styles.choice}>
            <input
              type={type}
              // Two groups of the same name would share one choice.
              name={value === undefined ? name : name + alone}
              value={choice.value}
              {...(value === undefined
                ? { defaultChecked: chosen.has(choice.value) }
                : { checked: chosen.has(choice.value) })}
              className={cx(styles.mark, type === 'radio' && styles.round)}
              onChange={() => onChange?.(choice.value)}
            />
            {choice.label}
          </label>
        ))}
      </div>
      {problem && <Problem id={problemId}>{problem}</Problem>}
    </fieldset>
  )
}

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'onChange'> {
  children: ReactNode
  onChange(checked: boolean): void
}

/** Single checkbox outside of a form. */
export function Checkbox({ children, onChange, ...input }: CheckboxProps) {
  return (
    <label className={styles.choice}>
      <input
        {...input}
        type="checkbox"
        className={styles.mark}
        onChange={({ target }) => onChange(target.checked)}
      />
      {children}
    </label>
  )
}
