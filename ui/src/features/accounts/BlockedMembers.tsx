import { useRef } from 'react'
import { type Block, useBlocks, useUnblock } from '../../entities/member/blocks'
import { errorMessage } from '../../lib/api-error'
import { toDate } from '../../lib/format'
import { notify } from '../../lib/notify'
import { useMember } from '../../lib/session'
import { Banner } from '../../ui/Banner'
import { Button } from '../../ui/Button'
import { RelativeTime } from '../../ui/RelativeTime'
import { Skeleton } from '../../ui/Skeleton'
import styles from './SettingsPage.module.css'

/** List of the members that the current member has blocked. */
export function BlockedMembers() {
  const { uid } = useMember()
  const { data, error } = useBlocks()
  const heading = useRef<HTMLHeadingElement>(null)
  const unblock = useUnblock((other) => {
    const name = nameOf(data?.find((each) => each.uid === other))
    notify({ message: `${name} is unblocked.`, tone: 'good' })
    // The button that had the focus is removed with its member.
    heading.current?.focus()
  })
  const failure = unblock.error ?? (data ? null : error)
  return (
    <section className="stack" aria-labelledby="blocked">
      <h2 id="blocked" ref={heading} tabIndex={-1}>
        Blocked members
      </h2>
      {failure && <Banner tone="error">{errorMessage(failure)}</Banner>}
      {!data && !error && <Skeleton label="Loading blocked members…" lines={2} />}
      {data?.length === 0 && (
        <p>
          You haven’t blocked anyone. To block someone, open “More” on one of their pages or
          comments.
        </p>
      )}
      {data && data.length > 0 && (
        <ul className={styles.rows}>
          {data.map((block) => (
            <li key={block.uid} className={styles.row}>
              <p>
                {nameOf(block)} <RelativeTime className="meta" at={toDate(block.since)} />
              </p>
              <Button
                busy={unblock.isPending && unblock.variables.other === block.uid}
                onClick={() => unblock.mutate({ uid, other: block.uid })}
              >
                Unblock<span className="visually-hidden"> {nameOf(block)}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const nameOf = (block: Block | undefined) => block?.name || block?.username || 'the member'
