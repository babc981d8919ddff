import { useState } from 'react'
import type { Memo } from '../../api/memos'
import { Button } from '../../ui/Button'
import { DescribeDialog } from './DescribeDialog'

/** Leads to the words of one's own picture. */
export function DescribeMemoButton({ memo }: { memo: Memo }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button look="quiet" onClick={() => setOpen(true)}>
        {memo.alt ? 'Edit the transcription' : 'Add a transcription'}
        <span className="visually-hidden">: {memo.question}</span>
      </Button>
      {open && <DescribeDialog memo={memo} onClose={() => setOpen(false)} />}
    </>
  )
}
