import { timeAgo, toDate } from '../../../lib/format'
import { Badge } from '../../../ui/Badge'
import type { Fact } from '../../../ui/DescriptionList'
import { RelativeTime } from '../../../ui/RelativeTime'
import type { Delivery, Webhook } from './queries'

/** Events that a webhook can be sent for. */
export const EVENTS = [
  { value: 'book.published', label: 'A book is published' },
  { value: 'memo.submitted', label: 'A memo is submitted' },
  { value: 'post.reported', label: 'A post is reported' },
] as const

const TEST = { value: 'webhook.test', label: 'Test' }

/** An event in words. */
export const eventLabel = (event: string): string =>
  [...EVENTS, TEST].find(({ value }) => value === event)?.label ?? event

/** Facts about a webhook, except its address. */
export const factsOf = (webhook: Webhook): Fact[] => [
  { name: 'Sent when', value: webhook.events.map(eventLabel).join(' · ') },
  { name: 'State', value: <WebhookState webhook={webhook} /> },
  { name: 'Last delivery', value: lastDeliveryOf(webhook) },
]

function WebhookState({ webhook: { paused, failingSince } }: { webhook: Webhook }) {
  if (paused) {
    return (
      <>
        <Badge>Paused</Badge> <RelativeTime className="meta" at={toDate(paused.at)} />
        <p>{paused.words}</p>
      </>
    )
  }
  if (failingSince) {
    return (
      <>
        <Badge seal>Failing</Badge>
        <p>It began to fail {timeAgo(toDate(failingSince))}. After five days it’s paused.</p>
      </>
    )
  }
  return <Badge good>Active</Badge>
}

function lastDeliveryOf({ lastDelivery }: Webhook): string {
  if (!lastDelivery) return 'None yet'
  const { state, attempts, attemptedAt, error } = lastDelivery
  const ago = attemptedAt ? timeAgo(toDate(attemptedAt)) : ''
  if (state === 'delivered') return `Delivered ${ago}`
  if (state === 'pending' && attempts === 0) return 'Waiting to be sent'
  const sentences = [`Failed ${ago}.`, error ?? '', nextAttemptOf(lastDelivery)]
  return sentences.filter(Boolean).join(' ')
}

/** Sentence about the next attempt; empty if there is none. */
export function nextAttemptOf({ nextAt }: Delivery): string {
  if (!nextAt) return ''
  const at = toDate(nextAt)
  return at.getTime() <= Date.now() ? 'The next attempt is now.' : `Next attempt ${timeAgo(at)}.`
}
