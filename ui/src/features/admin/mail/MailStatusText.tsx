import { toSentence } from '../../../lib/sentence'
import { timeAgo, toDate } from '../../../lib/time-ago'
import { Badge } from '../../../ui/Badge'
import type { Mail } from './queries'

const LABELS = { queued: 'Waiting', sent: 'Sent', 'given-up': 'Failed' }

/** How far a mail is, and what keeps it. */
export function MailStatusText({ mail }: { mail: Mail }) {
  const { state, lastError } = mail
  return (
    <>
      <Badge seal={state === 'given-up'}>{LABELS[state]}</Badge>
      <p className="meta">{inWords(mail)}</p>
      {state !== 'sent' && lastError && <p>{toSentence(lastError)}</p>}
    </>
  )
}

function inWords({ state, createdAt, sentAt, attempts, nextAttemptAt }: Mail): string {
  if (sentAt) return `Sent ${timeAgo(toDate(sentAt))}`
  const words = [`Written ${timeAgo(toDate(createdAt))}`]
  if (attempts > 0) words.push(attempts === 1 ? 'tried once' : `tried ${attempts} times`)
  if (state === 'queued' && nextAttemptAt) words.push(`next ${timeAgo(toDate(nextAttemptAt))}`)
  return words.join(', ')
}
