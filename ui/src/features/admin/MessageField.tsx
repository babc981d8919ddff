import { MAX_LENGTHS } from '../../api/limits'
import { serverConfig } from '../../lib/server-config'
import { TextArea } from '../../ui/TextArea'

interface MessageFieldProps {
  /** Name of the member who gets the mail. */
  name: string
  /** Hint that names the mail. */
  hint: string
  rows: number
}

/** Field for a message in a mail to a member. Renders nothing where no mail is sent. */
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
