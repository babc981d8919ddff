import { isRecentSignInRequired } from '../../../api/error'
import { serverConfig } from '../../../lib/server-config'
import { Dialog } from '../../../ui/Dialog'
import { Form } from '../../../ui/Form'
import { Submit } from '../../../ui/Submit'
import { TextArea } from '../../../ui/TextArea'
import { type Decision, type Payout, useDecide } from './queries'

const MAX_LENGTH = 600

interface RejectDialogProps {
  payout: Payout
  /** The server wants the password first. */
  onProve(decision: Decision): void
  onClose(): void
}

/** Asks why: the winner is told, where mail goes out. */
export function RejectDialog({ payout, onProve, onClose }: RejectDialogProps) {
  const { winner } = payout
  const decide = useDecide()
  const reject = (reason: string) => {
    const done = `The claim of ${winner} is rejected.`
    const decision: Decision = { payout, verdict: 'reject', reason, done }
    decide.mutate(decision, {
      onSuccess: onClose,
      onError: (error) => isRecentSignInRequired(error) && onProve(decision),
    })
  }
  return (
    <Dialog title={`Reject the claim of ${winner}?`} onClose={onClose}>
      <Form<'reason'>
        onSubmit={({ reason }) => reject(reason.trim())}
        error={decide.error}
        busy={decide.isPending}
      >
        <p>
          This cannot be taken back.{' '}
          {serverConfig.sendsMail
            ? `Your words are for ${winner}.`
            : `No mail goes out from here: please tell ${winner} yourself. Your words are kept with the claim.`}
        </p>
        <TextArea
          name="reason"
          label="Why?"
          rows={4}
          maxLength={MAX_LENGTH}
          check={(typed) => (typed.trim() ? undefined : 'Please tell the winner why.')}
        />
        <Submit look="danger">{decide.isPending ? 'Rejecting…' : 'Reject the claim'}</Submit>
      </Form>
    </Dialog>
  )
}
