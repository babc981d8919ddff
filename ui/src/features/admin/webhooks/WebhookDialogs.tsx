import { errorMessage } from '../../../lib/api-error'
import { Banner } from '../../../ui/Banner'
import { Button } from '../../../ui/Button'
import { CheckboxGroup } from '../../../ui/ChoiceGroup'
import { CopyField } from '../../../ui/CopyField'
import { required } from '../../../ui/checks'
import { Dialog } from '../../../ui/Dialog'
import { Form } from '../../../ui/Form'
import { Submit } from '../../../ui/Submit'
import { TextField } from '../../../ui/TextField'
import {
  useAddWebhook,
  useEditWebhook,
  useRemoveWebhook,
  useRenewSecret,
  type Webhook,
  type WebhookUpdate,
} from './queries'
import { EVENTS } from './webhook-facts'

type Field = 'url' | 'events'

/** Dialog that adds a webhook and shows its secret once. */
export function AddDialog({ onClose }: { onClose(): void }) {
  const add = useAddWebhook()
  if (add.data) return <SecretDialog key="added" secret={add.data.secret} onClose={onClose} />
  const submit = ({ url, events }: Record<Field, string>) =>
    add.mutate({ url: url.trim(), events: events.split(',') })
  return (
    <Dialog title="Add a webhook" onClose={onClose}>
      <Form<Field> onSubmit={submit} error={add.error} busy={add.isPending}>
        <WebhookFields url="" events={[]} />
        <Submit>{add.isPending ? 'Adding…' : 'Add the webhook'}</Submit>
      </Form>
    </Dialog>
  )
}

interface WebhookDialogProps {
  webhook: Webhook
  onClose(): void
}

/** Dialog that changes the address or the events of a webhook. */
export function EditDialog({ webhook, onClose }: WebhookDialogProps) {
  const edit = useEditWebhook(webhook, onClose)
  const submit = ({ url, events }: Record<Field, string>) => {
    const update: WebhookUpdate = { events: events.split(',') }
    // Only another address needs the password.
    if (url.trim() !== webhook.url) update.url = url.trim()
    edit.mutate(update)
  }
  return (
    <Dialog title="Edit the webhook" onClose={onClose}>
      <Form<Field> onSubmit={submit} error={edit.error} busy={edit.isPending}>
        <WebhookFields url={webhook.url} events={webhook.events} />
        <Submit needsChange>{edit.isPending ? 'Saving…' : 'Save'}</Submit>
      </Form>
    </Dialog>
  )
}

const checkUrl = required('Enter an address such as https://example.org/hook.')
const checkEvents = required('Choose at least one.')

function WebhookFields({ url, events }: Pick<Webhook, 'url' | 'events'>) {
  return (
    <>
      <TextField
        name="url"
        label="Address"
        hint="The address of your program, such as https://example.org/hook."
        type="url"
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        defaultValue={url}
        check={checkUrl}
      />
      <CheckboxGroup
        name="events"
        label="When is it sent?"
        choices={EVENTS}
        stacked
        defaultValue={events.join(',')}
        check={checkEvents}
      />
    </>
  )
}

/** Dialog that confirms a new secret, and then shows it once. */
export function RenewDialog({ webhook, onClose }: WebhookDialogProps) {
  const { mutate, isPending, error, data } = useRenewSecret(webhook)
  if (data) return <SecretDialog key="renewed" secret={data.secret} onClose={onClose} />
  return (
    <Dialog title="Make a new secret?" onClose={onClose}>
      <div className="stack">
        {error && <Banner tone="error">{errorMessage(error)}</Banner>}
        <p>The old secret stops working at once. Give the new one to your program.</p>
        <div className="row">
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" busy={isPending} onClick={() => mutate()}>
            Make a new secret
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

interface SecretDialogProps {
  secret: string
  onClose(): void
}

/** Dialog with a new secret. Has a key, so that it is another dialog, which screen readers announce. */
function SecretDialog({ secret, onClose }: SecretDialogProps) {
  return (
    <Dialog title="Copy the secret" onClose={onClose}>
      <div className="stack">
        <p>
          <strong>Copy it now.</strong> It won’t be shown again. Your program checks the signature
          of each request with it.
        </p>
        <CopyField name="secret" label="Secret" value={secret} copyLabel="Copy the secret" />
        <p>See “Webhooks” in the documentation for examples.</p>
        <div className="row">
          <Button variant="primary" onClick={onClose}>
            I’ve copied it
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

interface RemoveDialogProps extends WebhookDialogProps {
  onRemoved(): void
}

export function RemoveDialog({ webhook, onRemoved, onClose }: RemoveDialogProps) {
  const { mutate, isPending, error } = useRemoveWebhook(webhook, onRemoved)
  return (
    <Dialog title="Remove the webhook?" onClose={onClose}>
      <div className="stack">
        {error && <Banner tone="error">{errorMessage(error)}</Banner>}
        <p>Nothing is sent to it any more. Its deliveries are removed, too. You can’t undo this.</p>
        <div className="row">
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="danger" busy={isPending} onClick={() => mutate()}>
            Remove the webhook
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
