import { type ReactNode, Suspense, useState } from 'react'
import { Link } from 'wouter'
import { useRoles } from '../../../entities/member/roles'
import { formatDay, formatNumber, plural, toDate } from '../../../lib/format'
import { serverConfig } from '../../../lib/server-config'
import { paths } from '../../../paths'
import { Badge } from '../../../ui/Badge'
import { Banner } from '../../../ui/Banner'
import { Button } from '../../../ui/Button'
import { type Column, DataTable } from '../../../ui/DataTable'
import { Dialog } from '../../../ui/Dialog'
import { EmptyState } from '../../../ui/EmptyState'
import { Envelope } from '../../../ui/illustrations/empty-states'
import { Menu, MenuButton } from '../../../ui/Menu'
import { Page } from '../../../ui/Page'
import { InviteDialog } from './InviteDialog'
import { type Invitation, useInvitations, useWithdraw } from './queries'
import { ShareDialog } from './ShareDialog'

const STATES: Record<Invitation['state'], string> = {
  usable: 'Usable',
  'used-up': 'Used up',
  expired: 'Expired',
  revoked: 'Withdrawn',
}

/** Link for several people, or cards. */
const kindOf = ({ code, cards, maxUses }: Invitation) =>
  code
    ? plural(maxUses, 'Link for 1 person', 'Link for # people')
    : plural(cards, '1 card', '# cards')

const ROLES: Record<Invitation['role'], string | undefined> = {
  // Not worth a word: most invitations give no role.
  member: undefined,
  keeper: 'Keeper',
  moderator: 'Moderator',
}

const COMMAND_LINE = 'Command line'

const COLUMNS: Column<Invitation>[] = [
  {
    head: 'Invitation',
    rowHeader: true,
    cell: (invitation) => <InvitationName invitation={invitation} />,
  },
  {
    head: 'Used',
    showLabelOnMobile: true,
    nowrap: true,
    cell: ({ uses, maxUses }) => `${formatNumber(uses)} of ${formatNumber(maxUses)}`,
  },
  {
    head: 'Until',
    showLabelOnMobile: true,
    nowrap: true,
    cell: ({ expiresAt }) => (expiresAt ? formatDay(toDate(expiresAt)) : 'No end'),
  },
  {
    head: 'Book',
    showLabelOnMobile: true,
    cell: ({ bid, book }) => bid && book && <Link href={paths.adminBook(bid)}>{book}</Link>,
  },
  {
    head: 'Invited by',
    showLabelOnMobile: true,
    cell: ({ by }) => (by ? by.name : <span className="unbroken">{COMMAND_LINE}</span>),
  },
]

const FIND = {
  label: 'Find an invitation',
  hint: 'By name, book, role, sender, or a state such as “Usable”',
  textOf: (invitation: Invitation) =>
    [
      invitation.name,
      kindOf(invitation),
      ROLES[invitation.role],
      invitation.book,
      invitation.by?.name ?? COMMAND_LINE,
      STATES[invitation.state],
    ].join(' '),
  counted: ['1 invitation', '# invitations'],
} as const

type Open =
  | { dialog: 'invite' }
  | { dialog: 'share' | 'withdraw'; invitation: Invitation }
  | undefined

/** Invitations to create an account, newest first. Keepers see those to their books. */
export function InvitationsPage() {
  const invitations = useInvitations()
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const share = (invitation: Invitation) => setOpen({ dialog: 'share', invitation })
  return (
    <Page title="Invitations" lead="People sign up with a link, or with the code on a card.">
      <div className="stack">
        <RegistrationNote />
        <div className="row">
          <Button variant="primary" onClick={() => setOpen({ dialog: 'invite' })}>
            Invite people
          </Button>
        </div>
        <DataTable
          label="Invitations"
          rows={invitations}
          keyOf={({ id }) => id}
          columns={COLUMNS}
          find={FIND}
          actions={(invitation) =>
            invitation.state === 'usable' && (
              <Menu
                label="Actions"
                aria-label={`Actions for ${titleOf(invitation)}`}
                variant="quiet"
                end
              >
                <MenuButton onClick={() => share(invitation)}>
                  {invitation.code ? 'Show the link and QR code' : 'Download the cards…'}
                </MenuButton>
                <MenuButton onClick={() => setOpen({ dialog: 'withdraw', invitation })}>
                  Withdraw…
                </MenuButton>
              </Menu>
            )
          }
          empty={
            <EmptyState drawing={<Envelope />} title="No invitations yet.">
              <p>Send a link to several people, or print a card for each person.</p>
            </EmptyState>
          }
        />
      </div>
      {open?.dialog === 'invite' && (
        <Suspense>
          <InviteDialog onClose={close} onCreated={share} />
        </Suspense>
      )}
      {open?.dialog === 'share' && (
        <ShareDialog
          title={titleOf(open.invitation)}
          invitation={open.invitation}
          onClose={close}
        />
      )}
      {open?.dialog === 'withdraw' && (
        <WithdrawDialog invitation={open.invitation} onClose={close} />
      )}
    </Page>
  )
}

/** Name of an invitation; without one, its kind. */
const titleOf = (invitation: Invitation) => invitation.name || kindOf(invitation)

function InvitationName({ invitation }: { invitation: Invitation }) {
  const { name, role, state } = invitation
  const roleLabel = ROLES[role]
  return (
    <>
      <span>{titleOf(invitation)}</span>{' '}
      {roleLabel && <Badge className="unbroken">{roleLabel}</Badge>}{' '}
      <Badge good={state === 'usable'} className="unbroken">
        {STATES[state]}
      </Badge>
      {name && <p className="meta">{kindOf(invitation)}</p>}
    </>
  )
}

/** Note where the settings decide more than invitations do. */
function RegistrationNote() {
  const { isAdmin } = useRoles()
  const { registration } = serverConfig
  if (registration === 'open') {
    if (!isAdmin) return <p>Anybody can sign up at present, even without an invitation.</p>
    return (
      <p>
        Anybody can sign up at present, even without an invitation, because <RegistrationSetting />{' '}
        is <code>open</code>.
      </p>
    )
  }
  if (registration === 'approved') return <p>People with an invitation don’t have to apply.</p>
  if (registration === 'invited') return null
  if (!isAdmin) {
    return <Banner tone="warn">Nobody can sign up at present, even with an invitation.</Banner>
  }
  return (
    <Banner tone="warn">
      Nobody can sign up at present, even with an invitation, because <RegistrationSetting /> is{' '}
      <code>closed</code>.
    </Banner>
  )
}

function RegistrationSetting(): ReactNode {
  return (
    <Link href={paths.adminSettingsWith('registration')}>
      <code>registration</code> in <code>[accounts]</code>
    </Link>
  )
}

interface WithdrawDialogProps {
  invitation: Invitation
  onClose(): void
}

/** Dialog that confirms withdrawing an invitation. */
function WithdrawDialog({ invitation, onClose }: WithdrawDialogProps) {
  const withdraw = useWithdraw(invitation, onClose)
  return (
    <Dialog title="Withdraw this invitation?" onClose={onClose}>
      <div className="stack">
        <p>
          {invitation.code
            ? 'Its link and its code stop working. Members who came with it stay.'
            : 'Its cards stop working. Members who came with one stay.'}
        </p>
        <div className="row">
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" busy={withdraw.isPending} onClick={() => withdraw.mutate()}>
            Withdraw the invitation
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
