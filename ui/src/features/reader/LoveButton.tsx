import type { Memo } from '../../api/memos'
import { formatNumber } from '../../lib/numbers'
import { Button } from '../../ui/Button'
import { Icon } from '../../ui/Icon'
import styles from './LoveButton.module.css'
import { useLove } from './use-love'

/** Says that one loves a memo, and how many do. */
export function LoveButton({ memo }: { memo: Memo }) {
  const { loved, loves, press } = useLove(memo)
  return (
    <Button aria-pressed={loved} onClick={press} className={styles.love}>
      <Icon name="heart" /> Love ({formatNumber(loves)})
      <span className="visually-hidden">, written by {memo.author.name}</span>
    </Button>
  )
}
