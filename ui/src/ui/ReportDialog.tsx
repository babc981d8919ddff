import { useDraft } from '../lib/drafts'
import { required } from './checks'
import { Dialog } from './Dialog'
import { Form } from './Form'
import { Submit } from './Submit'
import { TextArea } from './TextArea'

interface ReportDialogProps {
  /** Kind of what is reported, such as "page". */
  what: string
  /** Maximum length of the reason, in characters. */
  maxCharacters: number
  /** Key of the draft. */
  draft: string
  error: Error | null
  busy: boolean
  onReport(reason: string, settle: () => void): void
  onClose(): void
}

/** Dialog that reports something to the admins. */
export function ReportDialog({
  what,
  maxCharacters,
  draft,
  error,
  busy,
  onReport,
  onClose,
}: ReportDialogProps) {
  const { text, change, settle } = useDraft(draft, '')
  return (
    <Dialog title={`Report this ${what}`} onClose={onClose}>
      <Form onSubmit={() => onReport(text, () => settle(text, ''))} error={error} busy={busy}>
        <p>The admins see your report with your name. You won’t see the {what} any more.</p>
        <TextArea
          name="reason"
          label="What is wrong with it?"
          rows={4}
          value={text}
          maxCharacters={maxCharacters}
          onChange={(event) => change(event.target.value)}
          check={required('Enter a reason.')}
        />
        <Submit>{busy ? 'Sending…' : 'Report'}</Submit>
      </Form>
    </Dialog>
  )
}
