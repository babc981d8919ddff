import { useState } from 'react'
import { Link, useSearchParams } from 'wouter'
import { MAX_LENGTHS } from '../../../api/limits'
import { FreshPasswordDialog } from '../../../entities/member/FreshPasswordDialog'
import { timeAgo, toDate } from '../../../lib/format'
import { paths } from '../../../paths'
import { Badge } from '../../../ui/Badge'
import { Button } from '../../../ui/Button'
import { ButtonLink } from '../../../ui/ButtonLink'
import { required } from '../../../ui/checks'
import { type Column, DataTable } from '../../../ui/DataTable'
import { Dialog } from '../../../ui/Dialog'
import { EmptyState } from '../../../ui/EmptyState'
import { Form } from '../../../ui/Form'
import { PegGrid } from '../../../ui/illustrations/PegGrid'
import { Page } from '../../../ui/Page'
import { RelativeTime } from '../../../ui/RelativeTime'
import { Submit } from '../../../ui/Submit'
import { TextField } from '../../../ui/TextField'
import { type AdminPlay, useGiveCredits, usePlays } from './queries'

const STATES = {
  kept: 'Not submitted yet',
  lost: 'Not won',
  won: 'Won',
  limited: 'No wins left',
  moved: 'Decided on a later day',
}

const COLUMNS: Column<AdminPlay>[] = [
  {
    head: 'Play',
    rowHeader: true,
    cell: ({ id, keptAt }) => (
      <>
        {id} <RelativeTime className="meta" at={toDate(keptAt)} />
      </>
    ),
  },
  {
    head: 'Member',
    cell: ({ uid, author }) =>
      author.username ? (
        <Link href={paths.playsOf({ uid })}>{author.name}</Link>
      ) : (
        'A former member'
      ),
  },
  { head: 'Book', cell: ({ book }) => book },
  { head: 'Picks', showLabelOnMobile: true, cell: ({ picks }) => picks.join(', ') || 'None' },
  { head: 'Result', cell: (play) => <Result play={play} /> },
]

/** Plays of the prize game. The address selects a day or a member; the default is the last day. */
export function PlaysPage() {
  const query = useSearchParams()[0]
  const [grants, setGrants] = useState(false)
  const uid = query.get('uid') ?? undefined
  const day = query.get('day') ?? undefined
  const plays = usePlays({ uid, day })
  const player = plays[0]?.author
  return (
    <Page title="Plays" lead={leadOf({ uid, day, player: player?.name })}>
      <div className="stack">
        <div className="row">
          <Button onClick={() => setGrants(true)}>Give credits…</Button>
          {(uid || day) && <ButtonLink href={paths.adminPlays}>Newest plays</ButtonLink>}
        </div>
        <DataTable
          label="Plays"
          rows={plays}
          keyOf={({ id }) => id}
          columns={COLUMNS}
          empty={<EmptyState drawing={<PegGrid />} title="No plays yet." />}
        />
      </div>
      {grants && (
        <GrantDialog
          username={uid ? player?.username : undefined}
          onClose={() => setGrants(false)}
        />
      )}
      <FreshPasswordDialog />
    </Page>
  )
}

interface Lead {
  uid: string | undefined
  day: string | undefined
  player: string | undefined
}

function leadOf({ uid, day, player }: Lead): string {
  if (uid) return player ? `Plays by ${player}, newest first.` : 'Plays by one member.'
  return day ? `Plays of ${day}, newest first.` : 'Plays of the last day, newest first.'
}

function Result({ play: { state, reward, winning, decidedAt } }: { play: AdminPlay }) {
  return (
    <>
      <Badge seal={state === 'won'}>{STATES[state]}</Badge>
      <p className="meta">
        {[
          reward && `Reward: ${reward}.`,
          winning.length > 0 && `Winning pegs: ${winning.join(', ')}.`,
          decidedAt && `Decided ${timeAgo(toDate(decidedAt))}.`,
        ]
          .filter(Boolean)
          .join(' ')}
      </p>
    </>
  )
}

interface GrantDialogProps {
  /** Member whose plays are shown. */
  username: string | undefined
  onClose(): void
}

/** Dialog that gives a member credits for resubmissions. */
function GrantDialog({ username, onClose }: GrantDialogProps) {
  const grant = useGiveCredits(onClose)
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
          check={required('Enter an email address or a username.')}
        />
        <TextField
          name="amount"
          label="Number of credits"
          inputMode="numeric"
          defaultValue="1"
          check={(typed) =>
            /^[1-9]\d{0,3}$/.test(typed.trim()) ? undefined : 'Enter a number, 1 or more.'
          }
        />
        <TextField
          name="why"
          label="Reason"
          hint="Saved in the ledger."
          maxCharacters={MAX_LENGTHS.NewCredits.why}
          check={required('Enter a reason.')}
        />
        <Submit>{grant.isPending ? 'Giving…' : 'Give credits'}</Submit>
      </Form>
    </Dialog>
  )
}
