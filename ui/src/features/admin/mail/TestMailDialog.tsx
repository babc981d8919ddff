import { useMember } from '../../../lib/session'
import { Banner } from '../../../ui/Banner'
import { CodeBlock } from '../../../ui/CodeBlock'
import { checkEmail } from '../../../ui/checks'
import { Dialog } from '../../../ui/Dialog'
import { Form } from '../../../ui/Form'
import { Submit } from '../../../ui/Submit'
import { TextField } from '../../../ui/TextField'
import { useTestMail } from './queries'

/** Sends a mail that says nothing, and shows what was said with the mail server. */
export function TestMailDialog({ onClose }: { onClose(): void }) {
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
                <p>It could not be sent: {data.error}</p>
                {data.hint && <p>{data.hint}</p>}
              </Banner>
            ) : (
              <Banner tone="good">The mail to {data.to} has left.</Banner>
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
