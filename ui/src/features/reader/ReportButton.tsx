import { useState } from 'react'
import type { Memo } from '../../entities/memo/queries'
import { ReportDialog } from '../../entities/report/ReportDialog'
import { focusAfterRender } from '../../lib/focus-after-render'
import { useMember } from '../../lib/session'
import { Button } from '../../ui/Button'
import { useRefetchMemos } from './queries'

/** Button that reports somebody else's published memo to the admins. */
export function ReportButton({ memo }: { memo: Memo }) {
  const { uid } = useMember()
  const [isOpen, setOpen] = useState(false)
  const refetchMemos = useRefetchMemos()
  if (memo.uid === uid || !memo.published || memo.hidden) return null
  return (
    <>
      <Button variant="quiet" onClick={() => setOpen(true)}>
        Report…<span className="visually-hidden"> the memo of {memo.author.name}</span>
      </Button>
      {isOpen && (
        <ReportDialog
          kind="memo"
          id={memo.id}
          uid={uid}
          onReported={() => {
            focusAfterRender('content')
            return refetchMemos()
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
