import type { Overview } from '../../api/admin'
import { inGigabytes, withCommas } from '../../lib/numbers'
import { paths } from '../../paths'

/** Something that an admin should do. */
export interface Need {
  /** What there is, ... */
  words: string
  /** ... more of it, where there is more to say, ... */
  more?: string
  /** ... and the page where it is done; what is done on the server itself has none. */
  href?: string
}

const counted = (count: number, one: string, many: string) =>
  count === 1 ? `1 ${one}` : `${withCommas(count)} ${many}`

/** What an admin should do, the most pressing first. */
export function needsOf(overview: Overview): Need[] {
  return [
    ...spaceNeeds(overview),
    ...countedNeeds(overview),
    ...overview.failedBooks.map(({ bid, name, failure }) => ({
      words: `“${name}” could not be made`,
      more: failure.error,
      href: paths.adminBook(bid),
    })),
    ...overview.readyBooks.map(({ bid, name, newMemos }) => ({
      words: `“${name}” can be published`,
      more: `It has ${counted(newMemos, 'new entry', 'new entries')} for its next edition.`,
      href: paths.adminBook(bid),
    })),
  ]
}

function spaceNeeds({ space: { free, floor, low } }: Overview): Need[] {
  if (!low) return []
  return [
    {
      words: `The disk is nearly full: ${inGigabytes(free)} are left`,
      more: `Below ${inGigabytes(floor)} nothing is taken from members. Make room on the server.`,
    },
  ]
}

function countedNeeds(overview: Overview): Need[] {
  const { openReports, pendingPayouts, openSuggestions, givenUpMails, waitingMembers } = overview
  const all = [
    {
      count: openReports,
      words: counted(openReports, 'report waits', 'reports wait'),
      href: paths.adminReports,
    },
    {
      count: pendingPayouts,
      words: counted(pendingPayouts, 'payout waits', 'payouts wait'),
      more: 'To be decided, or to be paid.',
      href: paths.adminPayouts,
    },
    {
      count: waitingMembers,
      words: counted(waitingMembers, 'member waits', 'members wait'),
      more: 'No mail goes out from here, so their addresses are taken for verified by you.',
      href: paths.adminMembersWith('not verified'),
    },
    {
      count: openSuggestions,
      words: counted(openSuggestions, 'suggestion waits', 'suggestions wait'),
      href: paths.adminSuggestions,
    },
    {
      count: givenUpMails,
      words: counted(givenUpMails, 'mail could not be sent', 'mails could not be sent'),
      href: paths.mailOf('given-up'),
    },
  ]
  return all.filter(({ count }) => count > 0).map(({ count: _, ...need }) => need)
}
