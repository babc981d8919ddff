import type { Overview } from '../../../entities/admin/queries'
import {
  formatDiskSize,
  formatInterval,
  plural,
  timeAgo,
  toDate,
  toSentence,
} from '../../../lib/format'
import { paths } from '../../../paths'

/** Alert for admins. */
export interface AdminAlert {
  /** Headline of the alert. */
  words: string
  /** Details and next step. */
  more?: string
  /** Page that resolves it; undefined if it must be resolved on the server. */
  href?: string
}

/** Alerts of an overview, most urgent first. */
export function alertsFrom(overview: Overview): AdminAlert[] {
  return [
    ...spaceNeeds(overview),
    ...heldBackNeeds(overview),
    ...backupNeeds(overview),
    ...countedNeeds(overview),
    ...overview.failedBooks.map(({ bid, name, failure }) => ({
      words: `“${name}” could not be published`,
      more: toSentence(failure.error),
      href: paths.adminBook(bid),
    })),
    ...overview.readyBooks.map(({ bid, name, newAnswers }) => ({
      words: `“${name}” can be published`,
      more: plural(
        newAnswers,
        'It has 1 new answer for its next edition.',
        'It has # new answers for its next edition.',
      ),
      href: paths.adminBook(bid),
    })),
  ]
}

function spaceNeeds({ space: { free, floor, low } }: Overview): AdminAlert[] {
  if (!low) return []
  return [
    {
      words: `The disk is nearly full: ${formatDiskSize(free)} left`,
      more:
        free < floor
          ? `Below ${formatDiskSize(floor)} uploads are refused. Make room on the server.`
          : 'Make room on the server.',
    },
  ]
}

function heldBackNeeds({ heldBackFiles }: Overview): AdminAlert[] {
  if (heldBackFiles === 0) return []
  return [
    {
      words: plural(
        heldBackFiles,
        'The database may be an older copy: 1 stored file is not in it',
        'The database may be an older copy: # stored files are not in it',
      ),
      more:
        'Run inkfold db check on the server first. If this is the right database, run inkfold ' +
        'trash sweep --all. If not, restore the right one.',
    },
  ]
}

function backupNeeds({ backups }: Overview): AdminAlert[] {
  const { trouble, failure, youngestAt, everyHours: hours } = backups
  const href = paths.adminBackups
  if (trouble === 'failed') {
    return [{ words: 'The last backup failed', more: toSentence(failure ?? ''), href }]
  }
  if (trouble === 'missing') {
    const more = hours === 0 ? 'Automatic backups are off.' : undefined
    return [{ words: 'There is no backup', ...(more && { more }), href }]
  }
  if (trouble === 'incomplete' || trouble === 'repairable') {
    const words =
      trouble === 'incomplete' ? 'The last backup is incomplete' : 'Stored files are damaged'
    const more =
      'Run inkfold db check on the server to see which, and inkfold db repair to replace them.'
    return [{ words, more, href }]
  }
  if (trouble === 'future') {
    const more = 'The server’s clock was wrong when it was made. Remove it once there is a new one.'
    return [{ words: 'A backup is dated in the future', more, href }]
  }
  if (trouble === 'uncopied') {
    const words = 'A copy of the backups is not up to date'
    return [{ words, more: toSentence(failure ?? ''), href }]
  }
  if (trouble !== 'old' || !youngestAt) return []
  const more = `Backups should be made ${formatInterval(hours)}.`
  return [{ words: `The last backup was made ${timeAgo(toDate(youngestAt))}`, more, href }]
}

function countedNeeds(overview: Overview): AdminAlert[] {
  const { openReports, pendingPayouts, openSuggestions, givenUpMails, waitingMembers } = overview
  const all = [
    {
      count: openReports,
      words: plural(openReports, '1 open report', '# open reports'),
      href: paths.adminReports,
    },
    {
      count: pendingPayouts,
      words: plural(pendingPayouts, '1 open payout', '# open payouts'),
      more: 'Claims to decide, or rewards to pay.',
      href: paths.adminPayouts,
    },
    {
      count: waitingMembers,
      words: plural(waitingMembers, '1 member to verify', '# members to verify'),
      more: 'This server doesn’t send email, so please verify their addresses yourself.',
      href: paths.adminMembersWith('not verified'),
    },
    {
      count: openSuggestions,
      words: plural(openSuggestions, '1 open suggestion', '# open suggestions'),
      href: paths.adminSuggestions,
    },
    {
      count: givenUpMails,
      words: plural(givenUpMails, '1 mail could not be sent', '# mails could not be sent'),
      href: paths.mailOf('given-up'),
    },
  ]
  return all.filter(({ count }) => count > 0).map(({ count: _, ...need }) => need)
}
