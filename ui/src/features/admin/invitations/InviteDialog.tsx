import { useState } from 'react'
import { MAX_LENGTHS } from '../../../api/limits'
import { useRoles } from '../../../entities/member/roles'
import { RadioGroup } from '../../../ui/ChoiceGroup'
import { required } from '../../../ui/checks'
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

/** Kinds of an invitation that gives a role: each of its codes works once. */
const KINDS_WITH_ROLE = [
  { value: 'link', label: 'A link for one person' },
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

type Role = Invitation['role']
type Field = 'kind' | 'uses' | 'cards' | 'days' | 'role' | 'bid' | 'name'

const ROLES: { value: Role; label: string }[] = [
  { value: 'member', label: 'Member' },
  { value: 'keeper', label: 'Keeper of the book' },
  { value: 'moderator', label: 'Moderator of the threads' },
]

const ROLE_HINTS: Record<Role, string> = {
  member: 'They can write in books and threads.',
  keeper: 'They edit and publish a book, and see its memos. Choose the book below.',
  moderator: 'They hide and remove posts and comments.',
}

/** Check of the book where it is optional for other roles. */
const checkKeptBook: Check = (bid, { role }) =>
  role === 'keeper' && !bid ? 'Choose the book that they look after.' : undefined

const checkOwnBook = required('Choose a book.')

interface InviteDialogProps {
  onClose(): void
  onCreated(invitation: Invitation): void
}

/** Dialog that creates an invitation: a link, or cards. Keepers invite members to their books; admins give roles, too. */
export function InviteDialog({ onClose, onCreated }: InviteDialogProps) {
  const { isAdmin } = useRoles()
  const [role, setRole] = useState<Role>('member')
  const [kind, setKind] = useState('link')
  const invite = useInvite(onCreated)
  const submit = ({ uses, cards, days, bid, name }: Record<Field, string>) =>
    invite.mutate({
      ...(kind === 'link'
        ? { uses: role === 'member' ? Number(uses) : 1 }
        : { cards: Number(cards) }),
      days: days ? Number(days) : null,
      bid: bid || null,
      role,
      name: name.trim(),
    })
  return (
    <Dialog title="Invite people" onClose={onClose}>
      <Form<Field> onSubmit={submit} error={invite.error} busy={invite.isPending}>
        {isAdmin && (
          <Select
            name="role"
            label="Role"
            hint={ROLE_HINTS[role]}
            options={ROLES}
            defaultValue={role}
            onChange={(value) => setRole(value as Role)}
          />
        )}
        <RadioGroup
          name="kind"
          label="How do you want to invite them?"
          choices={role === 'member' ? KINDS : KINDS_WITH_ROLE}
          stacked
          defaultValue={kind}
          onChange={setKind}
        />
        {kind === 'link' && role === 'member' && (
          <TextField
            key="uses"
            name="uses"
            label="How many people?"
            hint="The link works this many times."
            inputMode="numeric"
            defaultValue={PEOPLE}
            check={checkUses}
          />
        )}
        {kind === 'cards' && (
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
        <BookSelect role={role} />
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

/** Choice of a book, which only admins may leave out, and not for its keepers. */
function BookSelect({ role }: { role: Role }) {
  const { isAdmin } = useRoles()
  const books = useAdminBooks()
  const options = books.map(({ id, name }) => ({ value: id, label: name }))
  if (!isAdmin) {
    return (
      <Select
        name="bid"
        label="Book to write in first"
        {...(books.length !== 1 && { prompt: 'Choose a book' })}
        options={options}
        check={checkOwnBook}
      />
    )
  }
  return (
    <Select
      name="bid"
      label={role === 'keeper' ? 'Book to look after' : 'Book to write in first (optional)'}
      prompt={role === 'keeper' ? 'Choose a book' : 'None'}
      options={options}
      check={checkKeptBook}
    />
  )
}
