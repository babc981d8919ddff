import { useState } from 'react'
import { MAX_LENGTHS } from '../../../api/limits'
import { RadioGroup } from '../../../ui/ChoiceGroup'
import { Dialog } from '../../../ui/Dialog'
import { Form } from '../../../ui/Form'
import type { Check } from '../../../ui/form-context'
import { Select } from '../../../ui/Select'
import { Submit } from '../../../ui/Submit'
import { TextField } from '../../../ui/TextField'
import { useAdminBooks } from '../books/queries'
import { type Invitation, useInvite } from './queries'

const KINDS = [
  { value: 'link', label: 'One link for several people' },
  { value: 'cards', label: 'A card for each person' },
]

const DAYS = [
  { value: '7', label: 'For a week' },
  { value: '30', label: 'For 30 days' },
  { value: '90', label: 'For 90 days' },
  { value: '365', label: 'For a year' },
  { value: '', label: 'Until you withdraw it' },
]

/** Number of people that a new invitation is for by default. */
const PEOPLE = 10
/** Maximum number of people that one link can invite. */
const MAX_USES = 1000
/** Maximum number of cards of one invitation. */
const MAX_CARDS = 200

const isUpTo =
  (max: number): Check =>
  (typed) => {
    const isNumber = /^[1-9]\d*$/.test(typed.trim())
    return isNumber && Number(typed) <= max ? undefined : `Enter a number from 1 to ${max}.`
  }

const checkUses = isUpTo(MAX_USES)
const checkCards = isUpTo(MAX_CARDS)

type Field = 'kind' | 'uses' | 'cards' | 'days' | 'bid' | 'name'

interface InviteDialogProps {
  onClose(): void
  onCreated(invitation: Invitation): void
}

/** Dialog that creates an invitation: a link, or cards. */
export function InviteDialog({ onClose, onCreated }: InviteDialogProps) {
  const books = useAdminBooks()
  const [kind, setKind] = useState('link')
  const invite = useInvite(onCreated)
  const submit = ({ uses, cards, days, bid, name }: Record<Field, string>) =>
    invite.mutate({
      ...(kind === 'link' ? { uses: Number(uses) } : { cards: Number(cards) }),
      days: days ? Number(days) : null,
      bid: bid || null,
      name: name.trim(),
    })
  return (
    <Dialog title="Invite people" onClose={onClose}>
      <Form<Field> onSubmit={submit} error={invite.error} busy={invite.isPending}>
        <RadioGroup
          name="kind"
          label="How do you want to invite them?"
          choices={KINDS}
          stacked
          defaultValue={kind}
          onChange={setKind}
        />
        {kind === 'link' ? (
          <TextField
            key="uses"
            name="uses"
            label="How many people?"
            hint="The link works this many times."
            inputMode="numeric"
            defaultValue={PEOPLE}
            check={checkUses}
          />
        ) : (
          <TextField
            key="cards"
            name="cards"
            label="How many cards?"
            hint="Each card works once. You print and cut them."
            inputMode="numeric"
            defaultValue={PEOPLE}
            check={checkCards}
          />
        )}
        <Select name="days" label="How long does it work?" options={DAYS} defaultValue="30" />
        <Select
          name="bid"
          label="Book to write in first (optional)"
          prompt="None"
          options={books.map((book) => ({ value: book.id, label: book.name }))}
        />
        <TextField
          name="name"
          label="Name (optional)"
          hint="For your list of invitations, such as “Class 7b”."
          maxCharacters={MAX_LENGTHS.InvitationRequest.name}
        />
        <Submit>
          {invite.isPending ? 'Making…' : kind === 'link' ? 'Make the link' : 'Make the cards'}
        </Submit>
      </Form>
    </Dialog>
  )
}
