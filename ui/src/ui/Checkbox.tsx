import type { ComponentProps, ReactNode } from 'react'
import styles from './Field.module.css'

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
