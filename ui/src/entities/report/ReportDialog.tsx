import { MAX_LENGTHS } from '../../api/limits'
import { useDraft } from '../../lib/drafts'
import { notify } from '../../lib/notify'
import { required } from '../../ui/checks'
import { Dialog } from '../../ui/Dialog'
import { Form } from '../../ui/Form'
import { Submit } from '../../ui/Submit'
import { TextArea } from '../../ui/TextArea'
import { type ReportKind, useReport } from './queries'

const TEXTS: Record<ReportKind, { title: string; lead: string }> = {
  post: {
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
  kind: ReportKind
  id: string
  /** Member who reports. */
  uid: string
  /** Removes the reported item, which disappears for its reporter. The dialog is closed by then. */
  onReported(): unknown
  onClose(): void
}

/** Dialog that reports a post, comment or memo to the admins. */
export function ReportDialog({ kind, id, uid, onReported, onClose }: ReportDialogProps) {
  const { text, change, markSaved } = useDraft(`${uid}/report/${id}`, '')
  const report = useReport(kind, id, (reason) => {
    markSaved(reason, '')
    // First, because the dialog disappears with its item.
    onClose()
    notify({
      message: 'Thank you. The admins will look at it. You won’t see it any more.',
      tone: 'good',
    })
    return onReported()
  })
  return (
    <Dialog title={TEXTS[kind].title} onClose={onClose}>
      <Form onSubmit={() => report.mutate(text)} error={report.error} busy={report.isPending}>
        <p>{TEXTS[kind].lead}</p>
        <TextArea
          name="reason"
          label="What is wrong with it?"
          rows={4}
          value={text}
          maxCharacters={MAX_LENGTHS.NewReport.reason}
          onChange={(event) => change(event.target.value)}
          check={required('Enter a reason.')}
        />
        <Submit>{report.isPending ? 'Sending…' : 'Report'}</Submit>
      </Form>
    </Dialog>
  )
}
