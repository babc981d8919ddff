import { useRef } from 'react'
import { copyFrom } from '../../lib/copy'
import { Button } from '../../ui/Button'
import { TextField } from '../../ui/TextField'

/** An address to be typed into a tablet or copied; too long for one line of most screens. */
export function MailAddressField({ label, address }: { label: string; address: string }) {
  const field = useRef<HTMLInputElement>(null)
  return (
    <TextField
      name="address"
      label={label}
      value={address}
      readOnly
      ref={field}
      onFocus={(event) => event.target.select()}
      button={
        <Button onClick={() => field.current && copyFrom(field.current)}>
          Copy<span className="visually-hidden"> {label}</span>
        </Button>
      }
    />
  )
}
