import { useState } from 'react'
import { useOptimisticToggle } from '../../api/use-optimistic-toggle'
import type { Memo } from '../../entities/memo/queries'
import { ReportDialog } from '../../entities/report/ReportDialog'
import { focusAfterRender } from '../../lib/focus-after-render'
import { formatNumber } from '../../lib/format'
import { notifyFailure } from '../../lib/notify'
import { useMember } from '../../lib/session'
import { Button } from '../../ui/Button'
import { cx } from '../../ui/cx'
import { Icon } from '../../ui/Icon'
import styles from './MemoButtons.module.css'
import { useRefetchMemos, useSaveLove } from './queries'

interface LoveButtonProps {
  memo: Memo
  /** Without a frame, for the pages of a book. */
  quiet?: boolean
}

/** Toggle for loving a memo, with the number of loves. */
export function LoveButton({ memo, quiet = false }: LoveButtonProps) {
  const { loved, loves, toggle } = useLove(memo)
  const count = formatNumber(loves)
  return (
    <Button
      aria-pressed={loved}
      aria-label={`Love (${count}), written by ${memo.author.name}`}
      onClick={toggle}
      variant={quiet ? 'quiet' : 'plain'}
      className={cx(styles.love, quiet && styles.quiet)}
    >
      <Icon name="heart" /> Love ({count})
    </Button>
  )
}

/** Toggle state and count of the reader's love for a memo. */
function useLove(memo: Memo) {
  const { on: loved, toggle } = useOptimisticToggle({
    key: `love/${memo.id}`,
    on: memo.loved,
    save: useSaveLove(memo.id),
    onError: (error) => notifyFailure('Your love could not be saved.', error),
  })
  return { loved, loves: memo.loves + Number(loved) - Number(memo.loved), toggle }
}

/** Whether the reader may report a memo: somebody else's published one. */
export const canReport = (memo: Memo, uid: string) =>
  memo.uid !== uid && memo.published && !memo.hidden

/** Button that reports somebody else's published memo to the admins. */
export function ReportButton({ memo }: { memo: Memo }) {
  const { uid } = useMember()
  const [isOpen, setOpen] = useState(false)
  if (!canReport(memo, uid)) return null
  return (
    <>
      <Button
        variant="quiet"
        aria-label={`Report… the memo of ${memo.author.name}`}
        onClick={() => setOpen(true)}
      >
        Report…
      </Button>
      {isOpen && <MemoReportDialog memo={memo} onClose={() => setOpen(false)} />}
    </>
  )
}

/** Dialog that reports a memo, which then disappears for its reporter. */
export function MemoReportDialog({ memo, onClose }: { memo: Memo; onClose(): void }) {
  const { uid } = useMember()
  const refetchMemos = useRefetchMemos()
  return (
    <ReportDialog
      kind="memo"
      id={memo.id}
      uid={uid}
      onReported={() => {
        focusAfterRender('content')
        return refetchMemos()
      }}
      onClose={onClose}
    />
  )
}
