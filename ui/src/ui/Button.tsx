import type { ComponentPropsWithRef } from 'react'
import styles from './Button.module.css'

export type Look = 'plain' | 'primary' | 'quiet'

interface ButtonProps extends ComponentPropsWithRef<'button'> {
  /** At most one primary button in a view. */
  look?: Look
  /** While its work runs: shows that it does, and takes no second press. */
  busy?: boolean
}

export const buttonClass = (look: Look) => `${styles.button} ${styles[look] ?? ''}`

export function Button({
  look = 'plain',
  busy = false,
  type = 'button',
  disabled,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={buttonClass(look)}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
    >
      {busy && <span className={styles.spinner} aria-hidden="true" />}
      {children}
    </button>
  )
}
