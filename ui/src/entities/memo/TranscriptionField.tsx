import { TextArea } from '../../ui/TextArea'

interface TranscriptionFieldProps {
  id?: string
  /** Name of the picture, for screen readers. */
  of: string
  value: string
  maxCharacters: number
  rows?: number
  onChange(transcription: string): void
}

/** Field for the transcription of a picture. */
export function TranscriptionField({
  id,
  of,
  value,
  maxCharacters,
  rows = 2,
  onChange,
}: TranscriptionFieldProps) {
  return (
    <TextArea
      {...(id && { id })}
      name="alt"
      label="Transcription (optional)"
      aria-label={`Transcription (optional): ${of}`}
      rows={rows}
      value={value}
      maxCharacters={maxCharacters}
      countsFrom={100}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
