import { required } from '../../../ui/checks'
import { Dialog } from '../../../ui/Dialog'
import { Form } from '../../../ui/Form'
import { Submit } from '../../../ui/Submit'
import { TextField } from '../../../ui/TextField'
import { useGrant } from './queries'

interface GrantDialogProps {
  /** Of the member whose plays are shown. */
  username: string | undefined
  onClose(): void
}

/** Credits, with which a member may hand in a form anew. */
export function GrantDialog({ username, onClose }: GrantDialogProps) {
  const grant = useGrant(onClose)
  return (
    <Dialog title="Give credits" onClose={onClose}>
      <Form<'email' | 'amount' | 'why'>
        onSubmit={({ email, amount, why }) =>
          grant.mutate({ email: email.trim(), amount: Number(amount), why: why.trim() })
        }
        error={grant.error}
        busy={grant.isPending}
      >
        <TextField
          name="email"
          label="To"
          hint="An email address or a username"
          autoCapitalize="none"
          spellCheck={false}
          defaultValue={username}
          check={required('Whom are they for?')}
        />
        <TextField
          name="amount"
          label="How many"
          inputMode="numeric"
          defaultValue="1"
          check={(typed) =>
            /^[1-9]\d{0,3}$/.test(typed.trim()) ? undefined : 'Please give a number, 1 or more.'
          }
        />
        <TextField
          name="why"
          label="Why"
          hint="Kept in the ledger."
          check={required('Please write a few words.')}
        />
        <Submit>{grant.isPending ? 'Giving…' : 'Give them'}</Submit>
      </Form>
    </Dialog>
  )
}
