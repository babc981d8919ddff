import { useRef, useState } from 'react'
import { selectAndCopy } from '../lib/copy'
import { Button } from './Button'
import { TextField } from './TextField'

interface CopyFieldProps {
  name: string
  label: string
  hint?: string
  value: string
  /** Label of the button for screen readers. */
  copyLabel: string
}

/** Field with a text to copy, such as a link. Says below it whether it was copied, because a toast would be behind a dialog. */
export function CopyField({ name, label, hint, value, copyLabel }: CopyFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  const [copied, setCopied] = useState('')
  return (
    <div>
      <TextField
        ref={field}
        name={name}
        label={label}
        {...(hint && { hint })}
        value={value}
        readOnly
        onFocus={({ target }) => target.select()}
        button={
          <Button
            aria-label={copyLabel}
            onClick={() => field.current && setCopied(selectAndCopy(field.current).message)}
          >
            Copy
          </Button>
        }
      />
      <p role="status">{copied}</p>
    </div>
  )
}
