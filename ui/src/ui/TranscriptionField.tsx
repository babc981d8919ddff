import { TextArea } from './TextArea'

interface TranscriptionFieldProps {
  /** Which picture, for those who hear the page. */
  of: string
  value: string
  maxCharacters: number
  rows?: number
  onChange(transcription: string): void
}

/** A picture's words, typed by whoever wrote them. */
export function TranscriptionField({
  of,
  value,
  maxCharacters,
  rows = 2,
  onChange,
}: TranscriptionFieldProps) {
  return (
    <TextArea
      name="alt"
      label="What it says (optional)"
      aria-label={`What it says (optional): ${of}`}
      rows={rows}
      value={value}
      maxCharacters={maxCharacters}
      countsFrom={100}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
