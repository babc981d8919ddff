import { useDraft } from '../../lib/drafts'
import { required } from '../../ui/checks'
import { Dialog } from '../../ui/Dialog'
import { Form } from '../../ui/Form'
import { Submit } from '../../ui/Submit'
import { TextArea } from '../../ui/TextArea'
import { type Reported, useReport } from './use-report'

const LONGEST = 500

interface ReportDialogProps {
  /** Who tells it. */
  uid: string
  reported: Reported
  /** It is out of sight now. */
  onReported(): void
  onClose(): void
}

/** Asks what is wrong with something: the admins read it. */
export function ReportDialog({ uid, reported, onReported, onClose }: ReportDialogProps) {
  const { id } = reported.comment ?? reported.post
  const { text, change, settle } = useDraft(`${uid}/report/${id}`, '')
  const report = useReport(reported, (reason) => {
    settle(reason, '')
    onClose()
    onReported()
  })
  const what = reported.comment ? 'comment' : 'page'
  return (
    <Dialog title={`Report this ${what}`} onClose={onClose}>
      <Form onSubmit={() => report.mutate(text)} error={report.error} busy={report.isPending}>
        <p>The admins read what you write, with your name. You will not see the {what} any more.</p>
        <TextArea
          name="reason"
          label="What is wrong with it?"
          rows={4}
          value={text}
          maxLength={LONGEST}
          onChange={(event) => change(event.target.value)}
          check={required('Please say what is wrong.')}
        />
        <Submit>{report.isPending ? 'Sending…' : 'Report'}</Submit>
      </Form>
    </Dialog>
  )
}
