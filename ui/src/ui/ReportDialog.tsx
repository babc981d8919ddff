import { useDraft } from '../lib/drafts'
import { required } from './checks'
import { Dialog } from './Dialog'
import { Form } from './Form'
import { Submit } from './Submit'
import { TextArea } from './TextArea'

const TEXTS = {
  page: {
    title: 'Report this page',
    lead: 'The admins see your report with your name. You won’t see the page any more.',
  },
  comment: {
    title: 'Report this comment',
    lead: 'The admins see your report with your name. You won’t see the comment any more.',
  },
  memo: {
    title: 'Report this memo',
    lead: 'The admins see your report with your name. You won’t see the memo any more.',
  },
}

interface ReportDialogProps {
  /** Kind of what is reported. */
  what: keyof typeof TEXTS
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
    <Dialog title={TEXTS[what].title} onClose={onClose}>
      <Form onSubmit={() => onReport(text, () => settle(text, ''))} error={error} busy={busy}>
        <p>{TEXTS[what].lead}</p>
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
