import { Link, useLocation } from 'wouter'
import { FreshPasswordDialog } from '../../../entities/member/FreshPasswordDialog'
import { focusAfterRender } from '../../../lib/focus-after-render'
import { plural, toDate } from '../../../lib/format'
import { paths } from '../../../paths'
import { Badge } from '../../../ui/Badge'
import { Button } from '../../../ui/Button'
import { CodeBlock } from '../../../ui/CodeBlock'
import { type Column, DataTable } from '../../../ui/DataTable'
import { DescriptionList } from '../../../ui/DescriptionList'
import { Disclosure } from '../../../ui/Disclosure'
import { Page } from '../../../ui/Page'
import { RelativeTime } from '../../../ui/RelativeTime'
import { type Delivery, useResend, useWebhook } from './queries'
import { WebhookActions } from './WebhookActions'
import styles from './Webhooks.module.css'
import { eventLabel, factsOf, nextAttemptOf } from './webhook-facts'

/** One webhook with its deliveries. */
export function WebhookPage({ id }: { id: string }) {
  const { webhook, deliveries } = useWebhook(id)
  const [, navigate] = useLocation()
  return (
    // The host alone: the rest of an address may be secret, and titles are in the browser's history.
    <Page title={`Webhook to ${new URL(webhook.url).host}`}>
      <div className={styles.sections}>
        <div className="stack">
          <DescriptionList facts={[{ name: 'Address', value: webhook.url }, ...factsOf(webhook)]} />
          <WebhookActions
            webhook={webhook}
            link={<Link href={paths.adminWebhooks}>All webhooks</Link>}
            onRemoved={() => navigate(paths.adminWebhooks, { replace: true })}
          />
        </div>
        <Deliveries webhook={id} deliveries={deliveries} />
      </div>
      <FreshPasswordDialog />
    </Page>
  )
}

/** Id of the name of a delivery, which gets the focus when its button is removed. */
const nameIdOf = (id: string) => `delivery-${id}`

const COLUMNS: Column<Delivery>[] = [
  {
    head: 'Event',
    rowHeader: true,
    cell: ({ id, event }) => (
      <span id={nameIdOf(id)} tabIndex={-1}>
        {eventLabel(event)}
      </span>
    ),
  },
  { head: 'When', nowrap: true, cell: ({ createdAt }) => <RelativeTime at={toDate(createdAt)} /> },
  { head: 'State', cell: (delivery) => <DeliveryState delivery={delivery} /> },
  { head: 'Response', showLabelOnMobile: true, cell: responseOf },
  {
    head: 'Request',
    ...(styles.body && { className: styles.body }),
    cell: ({ event, body }) => (
      <Disclosure summary="Body" about={eventLabel(event)} print="leave-out">
        <CodeBlock>{indented(body)}</CodeBlock>
      </Disclosure>
    ),
  },
]

interface DeliveriesProps {
  /** Id of the webhook. */
  webhook: string
  deliveries: Delivery[]
}

function Deliveries({ webhook, deliveries }: DeliveriesProps) {
  const { mutate, isPending, variables } = useResend(webhook)
  return (
    <section className="stack" aria-labelledby="deliveries">
      <h2 id="deliveries">Deliveries</h2>
      <p className="meta">The last 200 are kept, for up to 30 days.</p>
      <DataTable
        label="Deliveries"
        rows={deliveries}
        keyOf={({ id }) => id}
        columns={COLUMNS}
        actions={(delivery) =>
          delivery.state !== 'pending' && (
            <Button
              variant="quiet"
              aria-label={`Send again: ${eventLabel(delivery.event)}`}
              busy={isPending && variables.id === delivery.id}
              onClick={() =>
                mutate(delivery, { onSuccess: () => focusAfterRender(nameIdOf(delivery.id)) })
              }
            >
              Send again
            </Button>
          )
        }
        empty={<p>Nothing has been sent yet.</p>}
      />
    </section>
  )
}

const STATE_LABELS = { pending: 'Waiting', delivered: 'Delivered', failed: 'Failed' }

function DeliveryState({ delivery }: { delivery: Delivery }) {
  const { state, attempts } = delivery
  const unsent = state === 'pending' ? 'Not sent yet.' : 'Not sent.'
  const sentences = [
    attempts === 0 ? unsent : plural(attempts, '1 attempt.', '# attempts.'),
    nextAttemptOf(delivery),
  ]
  return (
    <>
      <Badge seal={state === 'failed'} good={state === 'delivered'}>
        {STATE_LABELS[state]}
      </Badge>
      <p className="meta">{sentences.filter(Boolean).join(' ')}</p>
    </>
  )
}

/** Status or error of the last attempt. One that is sent again has none until its next attempt. */
function responseOf({ state, attempts, status, error }: Delivery): string {
  if (state === 'pending' && attempts === 0) return ''
  if (error) return error
  return status ? `Status ${status}.` : ''
}

/** JSON with indentation. */
function indented(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2)
  } catch {
    return json
  }
}
