import { Suspense, useState } from 'react'
import { plural, timeAgo, toDate } from '../../../lib/format'
import { useMember } from '../../../lib/session'
import { paths } from '../../../paths'
import { Badge } from '../../../ui/Badge'
import { Banner } from '../../../ui/Banner'
import { Button } from '../../../ui/Button'
import { CodeBlock } from '../../../ui/CodeBlock'
import { checkEmail } from '../../../ui/checks'
import { type Column, DataTable } from '../../../ui/DataTable'
import { Dialog } from '../../../ui/Dialog'
import { EmptyState } from '../../../ui/EmptyState'
import { Form } from '../../../ui/Form'
import { Envelope } from '../../../ui/illustrations/empty-states'
import { Page } from '../../../ui/Page'
import { Skeleton } from '../../../ui/Skeleton'
import { Submit } from '../../../ui/Submit'
import { Tabs } from '../../../ui/Tabs'
import { TextField } from '../../../ui/TextField'
import { useFilterTabs } from '../use-filter-tabs'
import { type Mail, useOutbox, useRetryMail, useTestMail } from './queries'

const STATES = [
  { label: 'All', value: undefined, none: 'No mails yet.' },
  { label: 'Queued', value: 'queued', none: 'No queued mails.' },
  { label: 'Sent', value: 'sent', none: 'No sent mails.' },
  { label: 'Failed', value: 'failed', none: 'No failed mails.' },
] as const

type Shown = (typeof STATES)[number]

const COLUMNS: Column<Mail>[] = [
  { head: 'To', rowHeader: true, cell: ({ to }) => to },
  { head: 'Subject', cell: ({ subject }) => subject },
  { head: 'Status', cell: (mail) => <MailStatusText mail={mail} /> },
]

/** Outbox: mails that were sent or are queued. The address selects their state. */
export function MailPage() {
  const { shown, tabs } = useFilterTabs('state', STATES, paths.mailOf)
  return (
    <Page title="Mail">
      <div className="stack">
        <Tabs label="Mails by status" tabs={tabs} />
        <Suspense fallback={<Skeleton label="Loading mails…" lines={6} />}>
          <Outbox key={shown.label} shown={shown} />
        </Suspense>
      </div>
    </Page>
  )
}

function Outbox({ shown: { value, none } }: { shown: Shown }) {
  const { transport, mails } = useOutbox(value)
  const { mutate, isPending, variables } = useRetryMail()
  const [tests, setTests] = useState(false)
  return (
    <>
      {transport === 'none' ? (
        <Banner>
          This server doesn’t send email. Links for members, such as for a new password, are shown
          to you instead.
        </Banner>
      ) : (
        <div className="row">
          <Button onClick={() => setTests(true)}>Send a test mail…</Button>
          {transport === 'file' && (
            <p className="meta">Mails are saved as files on the server instead of being sent.</p>
          )}
        </div>
      )}
      <DataTable
        label="Mails"
        rows={mails}
        keyOf={({ id }) => id}
        columns={COLUMNS}
        actions={(mail) =>
          mail.state !== 'sent' &&
          transport !== 'none' && (
            <Button
              variant="quiet"
              aria-label={`Retry the mail to ${mail.to}`}
              busy={isPending && variables.id === mail.id}
              onClick={() => mutate(mail)}
            >
              Retry
            </Button>
          )
        }
        empty={<EmptyState drawing={<Envelope />} title={none} />}
      />
      {tests && <TestMailDialog onClose={() => setTests(false)} />}
    </>
  )
}

const LABELS = { queued: 'Queued', sent: 'Sent', failed: 'Failed' }

/** State of a mail, with its last error. */
function MailStatusText({ mail }: { mail: Mail }) {
  const { state, lastError } = mail
  return (
    <>
      <Badge seal={state === 'failed'}>{LABELS[state]}</Badge>
      <p className="meta">{progressOf(mail)}</p>
      {state !== 'sent' && lastError && <p>{lastError}</p>}
    </>
  )
}

/** Sentences about the attempts to send a mail. */
function progressOf({ state, createdAt, sentAt, attempts, nextAttemptAt }: Mail): string {
  if (sentAt) return `Sent ${timeAgo(toDate(sentAt))}.`
  const sentences = [`Created ${timeAgo(toDate(createdAt))}.`]
  if (attempts > 0) sentences.push(plural(attempts, '1 attempt failed.', '# attempts failed.'))
  if (state === 'queued' && nextAttemptAt) {
    sentences.push(`Next attempt ${timeAgo(toDate(nextAttemptAt))}.`)
  }
  return sentences.join(' ')
}

/** Dialog that sends a test mail and shows the SMTP dialogue. */
function TestMailDialog({ onClose }: { onClose(): void }) {
  const { email } = useMember()
  const { mutate, isPending, data, error } = useTestMail()
  return (
    <Dialog title="Send a test mail" onClose={onClose}>
      <div className="stack">
        <Form<'to'> onSubmit={({ to }) => mutate(to.trim())} error={error} busy={isPending}>
          <TextField
            name="to"
            label="To"
            type="email"
            autoCapitalize="none"
            defaultValue={email}
            check={checkEmail}
          />
          <Submit>{isPending ? 'Sending…' : 'Send it now'}</Submit>
        </Form>
        {data && !isPending && (
          <>
            {data.error ? (
              <Banner tone="error">
                <p>The mail could not be sent. {data.error}</p>
                {data.hint && <p>{data.hint}</p>}
              </Banner>
            ) : (
              <Banner tone="good">The mail to {data.to} was sent.</Banner>
            )}
            {data.conversation.length > 0 && (
              <details open>
                <summary>Conversation with the mail server</summary>
                <CodeBlock>{data.conversation.join('\n')}</CodeBlock>
              </details>
            )}
          </>
        )}
      </div>
    </Dialog>
  )
}
