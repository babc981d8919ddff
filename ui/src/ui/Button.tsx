import type { ComponentProps } from 'react'
import styles from './Button.module.css'
import { cx } from './cx'

export type ButtonVariant = 'plain' | 'primary' | 'quiet' | 'danger'

interface ButtonProps extends ComponentProps<'button'> {
  /**
   * At most one primary button in a view; danger for what cannot be undone. A pressed toggle
   * (`aria-pressed`) has the seal.
   */
  variant?: ButtonVariant
  /** Shows a spinner and ignores clicks. */
  busy?: boolean
}

export const buttonClass = (variant: ButtonVariant, className?: string) =>
  cx(styles.button, styles[variant], className)

export function Button({
  variant = 'plain',
  busy = false,
  type = 'button',
  disabled,
  className,
  children,
  ...button
}: ButtonProps) {
  return (
    <button
      {...button}
      type={type}
      className={buttonClass(variant, className)}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
    >
      {busy && <span className={styles.spinner} aria-hidden="true" />}
      {children}
    </button>
  )
}
