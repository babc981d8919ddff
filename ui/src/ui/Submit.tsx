import { type ReactNode, useId } from 'react'
import { Button, type ButtonVariant } from './Button'
import { useForm } from './form-context'

interface SubmitProps {
  variant?: ButtonVariant
  /** Reason why the form cannot be submitted yet. */
  waitsFor?: string
  /** Disables the button for a reason that its field shows. */
  blocked?: boolean
  /** Disables the button until a value has changed. */
  needsChange?: boolean
  /** Another button in the same row. */
  beside?: ReactNode
  children: ReactNode
}

export function Submit({
  variant = 'primary',
  waitsFor,
  blocked = false,
  needsChange = false,
  beside,
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
      {beside}
      {waiting && (
        <p id={reasonId} className="meta">
          {waitsFor}
        </p>
      )}
    </div>
  )
}
