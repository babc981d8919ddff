import { type ChangeEvent, type ComponentProps, useState } from 'react'
import { plural } from '../lib/format'
import { cx } from './cx'
import styles from './Field.module.css'
import { FieldFrame, type FieldWords } from './FieldFrame'
import { type Check, useField } from './form-context'

interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'name'>, FieldWords {
  check?: Check
  /** Instead of a `maxLength`, where what is too long stays to be shortened: so many characters are allowed, ... */
  limit?: number
  /** ... and as many are there. */
  count?: number
}

const FEW = 20

/** Several lines of text. With a `maxLength` it says how many characters are left. */
export function TextArea({
  id,
  name,
  label,
  hint,
  problem,
  check,
  className,
  maxLength,
  limit,
  count,
  onChange,
  ...area
}: TextAreaProps) {
  const found = useField(name, check)
  const [typed, setTyped] = useState(String(area.defaultValue ?? ''))
  const change = (event: ChangeEvent<HTMLTextAreaElement>) => {
    setTyped(event.target.value)
    onChange?.(event)
  }
  return (
    <FieldFrame
      id={id}
      label={label}
      hint={hint}
      problem={problem ?? found}
      className={cx(styles.area, className)}
    >
      {(control) => (
        <>
          <textarea
            rows={5}
            {...area}
            {...control}
            name={name}
            maxLength={maxLength}
            onChange={change}
          />
          {maxLength !== undefined && (
            <Remaining count={maxLength - String(area.value ?? typed).length} />
          )}
          {limit !== undefined && count !== undefined && count <= limit && (
            <Remaining count={limit - count} />
          )}
        </>
      )}
    </FieldFrame>
  )
}

/** The number is for the eye. Read out at every letter it would drown what is typed. */
function Remaining({ count }: { count: number }) {
  return (
    <p className={styles.remaining}>
      <span aria-hidden="true">{plural(count, '1 character left', '# characters left')}</span>
      <span className="visually-hidden" role="status">
        {count <= 0 ? 'No characters left' : count <= FEW && `${FEW} characters left or fewer`}
      </span>
    </p>
  )
}
