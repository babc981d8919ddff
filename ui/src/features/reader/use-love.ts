import { notifyManager, useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { api, call } from '../../api/client'
import { wordsOf } from '../../api/error'
import type { Memo } from '../../api/memos'
import { notify } from '../../lib/notify'
import { useKeepLove } from './queries'

const send = (id: string, loved: boolean) =>
  call(api.POST(loved ? '/api/memo/love/add' : '/api/memo/love/remove', { body: { id } }))

/**
 * A reader's love for a memo, shown at once. The server is told by one request at a time: a press
 * meanwhile only changes what it is told last. What it refuses is put back.
 */
export function useLove(memo: Memo) {
  const { id } = memo
  const [wanted, setWanted] = useState<boolean>()
  /** What the last press wants, while the server is being told. */
  const last = useRef<boolean>(undefined)
  const keep = useKeepLove()
  const tell = useMutation({
    mutationFn: async () => {
      for (let told: boolean | undefined; last.current !== undefined && told !== last.current; ) {
        told = last.current
        const { loves } = await send(id, told)
        keep({ id, loves, loved: told })
      }
    },
    onError: (error) =>
      notify({ words: `Your love could not be saved. ${wordsOf(error)}`, tone: 'error' }),
    onSettled: () => {
      last.current = undefined
      // Only after what was kept is shown: else the love before would be seen for a moment.
      notifyManager.schedule(() => {
        if (last.current === undefined) setWanted(undefined)
      })
    },
  })

  const press = () => {
    const isTelling = last.current !== undefined
    last.current = !(last.current ?? memo.loved)
    setWanted(last.current)
    if (!isTelling) tell.mutate()
  }
  const loved = wanted ?? memo.loved
  return { loved, loves: memo.loves + Number(loved) - Number(memo.loved), press }
}
