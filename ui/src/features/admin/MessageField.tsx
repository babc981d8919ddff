import { MAX_LENGTHS } from '../../api/limits'
import { serverConfig } from '../../lib/server-config'
import { TextArea } from '../../ui/TextArea'

interface MessageFieldProps {
  /** Who is told. */
  name: string
  /** Which mail they stand in. */
  hint: string
  rows: number
}

/** Words that a member is mailed. Where no mail goes out nobody would read them, so there is no field for them. */
export function MessageField({ name, hint, rows }: MessageFieldProps) {
  if (!serverConfig.sendsMail) {
    return <p>This server doesn’t send email: please tell {name} yourself.</p>
  }
  return (
    <TextArea
      name="words"
      label={`Message to ${name} (optional)`}
      hint={hint}
      rows={rows}
      maxCharacters={MAX_LENGTHS.NewBookBody.words}
    />
  )
}
