import { type ReactNode, useId } from 'react'
import { Button, type ButtonVariant } from './Button'
import { useForm } from './form-context'

interface SubmitProps {
  variant?: ButtonVariant
  /** Why it cannot be pressed yet, for forms that wait until they are complete. */
  waitsFor?: string
  /** A reason that the form's own checks do not know; its field says it. */
  blocked?: boolean
  /** For forms that show what is: there is nothing to save while it stays so. */
  needsChange?: boolean
  children: ReactNode
}

export function Submit({
  variant = 'primary',
  waitsFor,
  blocked = false,
  needsChange = false,
  children,
}: SubmitProps) {
  const { busy, valid, changed } = useForm()
  const reasonId = useId()
  const waiting = waitsFor !== undefined && (blocked || !valid)
  const unchanged = needsChange && !changed
  return (
    <div className="row">
      <Button
        type="submit"
        variant={variant}
        busy={busy}
        disabled={waiting || blocked || unchanged}
        aria-describedby={waiting ? reasonId : undefined}
      >
        {children}
      </Button>
      {waiting && (
        <p id={reasonId} className="meta">
          {waitsFor}
        </p>
      )}
    </div>
  )
}
