import { api, call } from '../../api/client'
import { useOptimisticToggle } from '../../api/use-optimistic-toggle'
import type { Memo } from '../../entities/memo/queries'
import { errorMessage, isSignedOut } from '../../lib/api-error'
import { formatNumber } from '../../lib/format'
import { notify } from '../../lib/notify'
import { Button } from '../../ui/Button'
import { Icon } from '../../ui/Icon'
import styles from './LoveButton.module.css'
import { useUpdateLove } from './queries'

/** Toggle for loving a memo, with the number of loves. */
export function LoveButton({ memo }: { memo: Memo }) {
  const { loved, loves, toggle } = useLove(memo)
  return (
    <Button aria-pressed={loved} onClick={toggle} className={styles.love}>
      <Icon name="heart" /> Love ({formatNumber(loves)})
      <span className="visually-hidden">, written by {memo.author.name}</span>
    </Button>
  )
}

const send = (id: string, loved: boolean) =>
  call(api.POST(loved ? '/api/memo/love/add' : '/api/memo/love/remove', { body: { id } }))

/** Toggle state and count of the reader's love for a memo. */
function useLove(memo: Memo) {
  const { id } = memo
  const updateLove = useUpdateLove()
  const { on: loved, toggle } = useOptimisticToggle({
    key: `love/${id}`,
    on: memo.loved,
    save: async (loved) => updateLove({ id, loves: (await send(id, loved)).loves, loved }),
    // Without a session, sign-in is shown anyway.
    onError: (error) =>
      isSignedOut(error) ||
      notify({ message: `Your love could not be saved. ${errorMessage(error)}`, tone: 'error' }),
  })
  return { loved, loves: memo.loves + Number(loved) - Number(memo.loved), toggle }
}
