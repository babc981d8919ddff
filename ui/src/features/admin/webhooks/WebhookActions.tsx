import { type ReactNode, useState } from 'react'
import { errorMessage } from '../../../lib/api-error'
import { Banner } from '../../../ui/Banner'
import { Button } from '../../../ui/Button'
import { useEnableWebhook, useTestWebhook, type Webhook } from './queries'
import { EditDialog, RemoveDialog, RenewDialog } from './WebhookDialogs'

interface WebhookActionsProps {
  webhook: Webhook
  /** Id of the element that names the webhook, where a page has several. */
  describedBy?: string
  /** Link at the end of the row. */
  link: ReactNode
  onRemoved(): void
}

/** Buttons of a webhook, with the outcome of a test. */
export function WebhookActions({ webhook, describedBy, link, onRemoved }: WebhookActionsProps) {
  const [open, setOpen] = useState<'edit' | 'renew' | 'remove'>()
  const test = useTestWebhook(webhook)
  const enable = useEnableWebhook(webhook)
  const { paused } = webhook
  const close = () => setOpen(undefined)
  return (
    <>
      <div className="row screen-only">
        <Button aria-describedby={describedBy} busy={test.isPending} onClick={() => test.mutate()}>
          {test.isPending ? 'Sending…' : 'Send a test'}
        </Button>
        {/* Without a secret, only a new one resumes it. */}
        {paused?.reason !== 'secret-missing' && (
          <Button
            variant="quiet"
            aria-describedby={describedBy}
            busy={enable.isPending}
            onClick={() => enable.mutate(Boolean(paused))}
          >
            {paused ? 'Resume' : 'Pause'}
          </Button>
        )}
        <Button variant="quiet" aria-describedby={describedBy} onClick={() => setOpen('edit')}>
          Edit…
        </Button>
        <Button variant="quiet" aria-describedby={describedBy} onClick={() => setOpen('renew')}>
          New secret…
        </Button>
        <Button variant="quiet" aria-describedby={describedBy} onClick={() => setOpen('remove')}>
          Remove…
        </Button>
        {link}
      </div>
      {!test.isPending && <TestOutcome error={test.error} outcome={test.data} />}
      {open === 'edit' && <EditDialog webhook={webhook} onClose={close} />}
      {open === 'renew' && <RenewDialog webhook={webhook} onClose={close} />}
      {open === 'remove' && (
        <RemoveDialog
          webhook={webhook}
          onRemoved={() => {
            close()
            onRemoved()
          }}
          onClose={close}
        />
      )}
    </>
  )
}

type Test = ReturnType<typeof useTestWebhook>

function TestOutcome({ error, outcome }: { error: Test['error']; outcome: Test['data'] }) {
  if (error) return <Banner tone="error">{errorMessage(error)}</Banner>
  if (!outcome) return null
  if (outcome.state === 'delivered') {
    return <Banner tone="good">The test was delivered, with status {outcome.status}.</Banner>
  }
  return <Banner tone="error">The test failed. {outcome.error}</Banner>
}
