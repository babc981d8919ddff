import { TextArea } from './TextArea'

/** Characters as the server counts them; near the end it is told how many are left. */
const MAX_LENGTH = 1000
const LONG = 900

interface AltTextFieldProps {
  /** Which picture, for those who hear the page. */
  of: string
  value: string
  rows?: number
  onChange(words: string): void
}

/** A picture's words, typed by whoever wrote them. */
export function AltTextField({ of, value, rows = 2, onChange }: AltTextFieldProps) {
  const length = [...value.trim()].length
  return (
    <TextArea
      name="alt"
      label="What it says (optional)"
      aria-label={`What it says (optional): ${of}`}
      rows={rows}
      value={value}
      {...(length > LONG && { limit: MAX_LENGTH, count: length })}
      problem={length > MAX_LENGTH ? `At most ${MAX_LENGTH} characters fit.` : undefined}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
