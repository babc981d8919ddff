import { useState } from 'react'
import { MAX_LENGTHS } from '../../api/limits'
import type { Memo } from '../../entities/memo/queries'
import { useMember } from '../../lib/session'
import { Button } from '../../ui/Button'
import { ReportDialog } from '../../ui/ReportDialog'
import { useReportMemo } from './queries'

/** Button that reports somebody else's published memo to the admins. */
export function ReportButton({ memo }: { memo: Memo }) {
  const { uid } = useMember()
  const [isOpen, setOpen] = useState(false)
  const report = useReportMemo(memo)
  if (memo.uid === uid || !memo.published || memo.hidden) return null
  const close = () => setOpen(false)
  return (
    <>
      <Button variant="quiet" onClick={() => setOpen(true)}>
        Report…<span className="visually-hidden"> the memo of {memo.author.name}</span>
      </Button>
      {isOpen && (
        <ReportDialog
          maxCharacters={MAX_LENGTHS.NewReport.reason}
          what="memo"
          draft={`${uid}/report/${memo.id}`}
          error={report.error}
          busy={report.isPending}
          onReport={(reason, settle) =>
            report.mutate({
              reason,
              onReported: () => {
                settle()
                close()
              },
            })
          }
          onClose={close}
        />
      )}
    </>
  )
}
