import { useState } from 'react'
import { useOptimisticToggle } from '../../api/use-optimistic-toggle'
import type { Memo } from '../../entities/memo/queries'
import { ReportDialog } from '../../entities/report/ReportDialog'
import { focusAfterRender } from '../../lib/focus-after-render'
import { formatNumber } from '../../lib/format'
import { notifyFailure } from '../../lib/notify'
import { useMember } from '../../lib/session'
import { Button } from '../../ui/Button'
import { Icon } from '../../ui/Icon'
import styles from './MemoButtons.module.css'
import { useRefetchMemos, useSaveLove } from './queries'

/** Toggle for loving a memo, with the number of loves. */
export function LoveButton({ memo }: { memo: Memo }) {
  const { loved, loves, toggle } = useLove(memo)
  const count = formatNumber(loves)
  return (
    <Button
      aria-pressed={loved}
      aria-label={`Love (${count}), written by ${memo.author.name}`}
      onClick={toggle}
      className={styles.love}
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

/** Button that reports somebody else's published memo to the admins. */
export function ReportButton({ memo }: { memo: Memo }) {
  const { uid } = useMember()
  const [isOpen, setOpen] = useState(false)
  const refetchMemos = useRefetchMemos()
  if (memo.uid === uid || !memo.published || memo.hidden) return null
  return (
    <>
      <Button
        variant="quiet"
        aria-label={`Report… the memo of ${memo.author.name}`}
        onClick={() => setOpen(true)}
      >
        Report…
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
