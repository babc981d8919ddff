import { TextArea } from './TextArea'

/** Number of characters before the end at which it is told how many are left. */
const NEAR_END = 100

interface AltTextFieldProps {
  /** Which picture, for those who hear the page. */
  of: string
  value: string
  /** In characters as the server counts them. */
  maxLength: number
  rows?: number
  onChange(words: string): void
}

/** A picture's words, typed by whoever wrote them. */
export function AltTextField({ of, value, maxLength, rows = 2, onChange }: AltTextFieldProps) {
  const length = [...value.trim()].length
  return (
    <TextArea
      name="alt"
      label="What it says (optional)"
      aria-label={`What it says (optional): ${of}`}
      rows={rows}
      value={value}
      {...(length > maxLength - NEAR_END && { limit: maxLength, count: length })}
      problem={length > maxLength ? `At most ${maxLength} characters fit.` : undefined}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
