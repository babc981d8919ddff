import { type ReactNode, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { FreshPasswordDialog } from '../../../entities/member/FreshPasswordDialog'
import { formatDay, formatEntries, plural, timeAgo, toDate } from '../../../lib/format'
import { serverConfig } from '../../../lib/server-config'
import { paths } from '../../../paths'
import { Badge } from '../../../ui/Badge'
import { DescriptionList, type Fact } from '../../../ui/DescriptionList'
import { Page } from '../../../ui/Page'
import { type MemberAction, MemberDialogs, MemberMenu } from './MemberActions'
import { type MemberDetails, useMemberDetails } from './queries'
import { SuspensionNote } from './Suspension'

/** One member: details and actions. */
export function MemberPage({ uid }: { uid: string }) {
  const details = useMemberDetails(uid)
  const { member, books } = details
  const [, navigate] = useLocation()
  const [action, setAction] = useState<MemberAction>()
  return (
    <Page title={member.name} lead={member.username}>
      <div className="stack">
        <SuspensionNote suspension={member.suspension} />
        <div className="row screen-only">
          <MemberMenu member={member} here onAsk={setAction} />
          {serverConfig.playsPrizePeg && <Link href={paths.playsOf({ uid })}>Plays</Link>}
          <Link href={paths.adminMembers}>All members</Link>
        </div>
        <DescriptionList facts={factsOf(details)} />
        <section className="stack" aria-labelledby="memos">
          <h2 id="memos">Memos</h2>
          {books.length === 0 ? (
            <p>{member.name} hasn’t written any memos.</p>
          ) : (
            <ul>
              {books.map(({ bid, name, memos }) => (
                <li key={bid}>
                  <Link href={paths.adminMemos({ bid, uid })}>{name}</Link>{' '}
                  <span className="meta">{formatEntries(memos)}</span>
                </li>
              ))}
            </ul>
          )}
        </section>
      </div>
      {action && (
        <MemberDialogs
          action={action}
          member={member}
          onClose={() => setAction(undefined)}
          onGone={() => navigate(paths.adminMembers, { replace: true })}
        />
      )}
      <FreshPasswordDialog />
    </Page>
  )
}

function placesOf(sessions: number): string {
  if (sessions === 0) return 'Not signed in'
  return plural(sessions, 'In 1 browser', 'In # browsers')
}

const HANDS: Record<string, string> = { left: 'Left hand', right: 'Right hand' }
const commas = (list: string) => list.split(',').filter(Boolean).join(', ')

function keptBooks({ keeperOf }: Pick<MemberDetails, 'keeperOf'>): ReactNode {
  if (keeperOf.length === 0) return ''
  return (
    <ul>
      {keeperOf.map(({ bid, name }) => (
        <li key={bid}>
          <Link href={paths.adminBook(bid)}>{name}</Link>
        </li>
      ))}
    </ul>
  )
}

function factsOf({ member, ...details }: MemberDetails): Fact[] {
  const { email, emailVerified, isAdmin, isModerator, disabled, createdAt } = member
  const since = toDate(createdAt)
  return [
    {
      name: 'Email',
      value: (
        <>
          {email} <Badge>{emailVerified ? 'Verified' : 'Not verified'}</Badge>
        </>
      ),
    },
    {
      name: 'Account',
      value: (
        <>
          {isAdmin ? 'Admin' : 'Member'} {isModerator && <Badge>Moderator</Badge>}{' '}
          {disabled && <Badge seal>Disabled</Badge>}
        </>
      ),
    },
    { name: 'Keeper of', value: keptBooks(details) },
    { name: 'Joined', value: `${formatDay(since)}, ${timeAgo(since)}` },
    {
      name: 'Signed in',
      value: placesOf(details.sessions),
    },
    {
      name: 'Hand and tablets',
      value: [HANDS[details.handedness], commas(details.preferredTablets)]
        .filter(Boolean)
        .join(', '),
    },
    { name: 'Speaks', value: commas(details.spokenLanguages) },
    { name: 'Heard about us from', value: details.referredBy },
    { name: 'Invited by', value: details.invitedBy?.name ?? '' },
  ]
}
