import { Suspense, useState } from 'react'
import { useSearchParams } from 'wouter'
import { paths } from '../../../paths'
import { Banner } from '../../../ui/Banner'
import { Button } from '../../../ui/Button'
import { type Column, DataTable } from '../../../ui/DataTable'
import { Envelope } from '../../../ui/drawings/Envelope'
import { EmptyState } from '../../../ui/EmptyState'
import { Page } from '../../../ui/Page'
import { Skeleton } from '../../../ui/Skeleton'
import { Tabs } from '../../../ui/Tabs'
import { MailStatusText } from './MailStatusText'
import { type Mail, useOutbox, useRetryMail } from './queries'
import { TestMailDialog } from './TestMailDialog'

const STATES = [
  { label: 'All', state: undefined, none: 'No mail was written yet.' },
  { label: 'Waiting', state: 'queued', none: 'No mail waits to be sent.' },
  { label: 'Sent', state: 'sent', none: 'No mail was sent yet.' },
  { label: 'Failed', state: 'given-up', none: 'No failed mail.' },
] as const

type Shown = (typeof STATES)[number]

const COLUMNS: Column<Mail>[] = [
  { head: 'To', names: true, cell: ({ to }) => to },
  { head: 'Subject', cell: ({ subject }) => subject },
  { head: 'How far', cell: (mail) => <MailStatusText mail={mail} /> },
]

/** Mails that went out or should. The address says which are listed. */
export function MailPage() {
  const asked = useSearchParams()[0].get('state')
  const shown = STATES.find(({ state }) => state === asked) ?? STATES[0]
  return (
    <Page title="Mail">
      <div className="stack">
        <Tabs
          label="Which mails"
          tabs={STATES.map(({ label, state }) => ({
            label,
            href: paths.mailOf(state),
            current: state === shown.state,
          }))}
        />
        <Suspense fallback={<Skeleton label="Loading mails…" lines={6} />}>
          <Outbox key={shown.label} shown={shown} />
        </Suspense>
      </div>
    </Page>
  )
}

function Outbox({ shown: { state, none } }: { shown: Shown }) {
  const { transport, mails } = useOutbox(state)
  const { mutate, isPending, variables } = useRetryMail()
  const [tests, setTests] = useState(false)
  return (
    <>
      {transport === 'none' ? (
        <Banner>
          No mail goes out from here. What would be mailed is shown to you instead, such as links
          for a new password.
        </Banner>
      ) : (
        <div className="row">
          <Button onClick={() => setTests(true)}>Send a test mail…</Button>
          {transport === 'file' && (
            <p className="meta">Mails are written into files on the server.</p>
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
              look="quiet"
              busy={isPending && variables.id === mail.id}
              onClick={() => mutate(mail)}
            >
              Retry<span className="visually-hidden"> the mail to {mail.to}</span>
            </Button>
          )
        }
        empty={<EmptyState drawing={<Envelope />} title={none} />}
      />
      {tests && <TestMailDialog onClose={() => setTests(false)} />}
    </>
  )
}
