import { ReportDialog } from '../../ui/ReportDialog'
import { type Reported, useReport } from './use-report'

interface ReportPostDialogProps {
  /** The member who reports. */
  uid: string
  reported: Reported
  /** It is out of sight now. */
  onReported(): void
  onClose(): void
}

/** Asks what is wrong with a post, or with a comment on it. */
export function ReportPostDialog({ uid, reported, onReported, onClose }: ReportPostDialogProps) {
  const { id } = reported.comment ?? reported.post
  const report = useReport(reported)
  return (
    <ReportDialog
      what={reported.comment ? 'comment' : 'page'}
      draft={`${uid}/report/${id}`}
      error={report.error}
      busy={report.isPending}
      onReport={(reason, settle) =>
        report.mutate({
          reason,
          onReported: () => {
            settle()
            onClose()
            onReported()
          },
        })
      }
      onClose={onClose}
    />
  )
}
