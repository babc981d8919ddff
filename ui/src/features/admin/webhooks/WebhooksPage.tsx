import { useState } from 'react'
import { Link } from 'wouter'
import { FreshPasswordDialog } from '../../../entities/member/FreshPasswordDialog'
import { focusAfterRender } from '../../../lib/focus-after-render'
import { paths } from '../../../paths'
import { Button } from '../../../ui/Button'
import { Card } from '../../../ui/Card'
import { DescriptionList } from '../../../ui/DescriptionList'
import { EmptyState } from '../../../ui/EmptyState'
import { Envelope } from '../../../ui/illustrations/empty-states'
import { Page } from '../../../ui/Page'
import { useWebhooks, type Webhook } from './queries'
import { WebhookActions } from './WebhookActions'
import { AddDialog } from './WebhookDialogs'
import styles from './Webhooks.module.css'
import { factsOf } from './webhook-facts'

/** Webhooks, oldest first. */
export function WebhooksPage() {
  const webhooks = useWebhooks()
  const [isAdding, setIsAdding] = useState(false)
  return (
    <Page title="Webhooks" lead="Webhooks tell another program when something happens here.">
      <div className="stack">
        <div className="row screen-only">
          <Button variant="primary" onClick={() => setIsAdding(true)}>
            Add a webhook
          </Button>
        </div>
        {webhooks.length === 0 ? (
          <EmptyState drawing={<Envelope />} title="No webhooks yet.">
            <p>A chat room can announce a new book, for example.</p>
          </EmptyState>
        ) : (
          <ul className="stack">
            {webhooks.map((webhook) => (
              <li key={webhook.id}>
                <WebhookCard webhook={webhook} />
              </li>
            ))}
          </ul>
        )}
      </div>
      {isAdding && <AddDialog onClose={() => setIsAdding(false)} />}
      <FreshPasswordDialog />
    </Page>
  )
}

function WebhookCard({ webhook }: { webhook: Webhook }) {
  const heading = `webhook-${webhook.id}`
  return (
    <Card>
      <article className="stack" aria-labelledby={heading}>
        <h2 id={heading} className={styles.address}>
          {webhook.url}
        </h2>
        <DescriptionList facts={factsOf(webhook)} />
        <WebhookActions
          webhook={webhook}
          describedBy={heading}
          link={
            <Link href={paths.adminWebhook(webhook.id)} aria-describedby={heading}>
              Show deliveries
            </Link>
          }
          // The card is removed.
          onRemoved={() => focusAfterRender('content')}
        />
      </article>
    </Card>
  )
}
