import type { Overview } from '../../../entities/admin/queries'
import { formatDiskSize, plural, timeAgo, toDate } from '../../../lib/format'
import { paths } from '../../../paths'

/** Alert for admins. */
export interface AdminAlert {
  /** Headline of the alert. */
  title: string
  /** Details and next step. */
  details?: string
  /** Page that resolves it; undefined if it must be resolved on the server. */
  href?: string
}

/** Alerts of an overview, most urgent first. */
export function alertsFrom(overview: Overview): AdminAlert[] {
  return [
    ...spaceAlerts(overview),
    ...heldBackAlerts(overview),
    ...backupAlerts(overview),
    ...countAlerts(overview),
    ...overview.failedBooks.map(({ bid, name, failure }) => ({
      title: `“${name}” could not be published`,
      details: failure.error,
      href: paths.adminBook(bid),
    })),
    ...overview.readyBooks.map(({ bid, name, newAnswers }) => ({
      title: `“${name}” can be published`,
      details: plural(
        newAnswers,
        'It has 1 new answer for its next edition.',
        'It has # new answers for its next edition.',
      ),
      href: paths.adminBook(bid),
    })),
  ]
}

function spaceAlerts({ space: { free, floor, low } }: Overview): AdminAlert[] {
  if (!low) return []
  return [
    {
      title: `The disk is nearly full: ${formatDiskSize(free)} left`,
      details:
        free < floor
          ? `Uploads are refused while less than ${formatDiskSize(floor)} is free. Make room on the server.`
          : 'Make room on the server.',
    },
  ]
}

function heldBackAlerts({ heldBackFiles }: Overview): AdminAlert[] {
  if (heldBackFiles === 0) return []
  return [
    {
      title: plural(
        heldBackFiles,
        'The database may be an older copy: 1 stored file isn’t in it',
        'The database may be an older copy: # stored files aren’t in it',
      ),
      details:
        'Run inkfold db check on the server first. If this is the right database, run inkfold ' +
        'trash sweep --all. If not, restore the right one.',
    },
  ]
}

function backupAlerts({ backups }: Overview): AdminAlert[] {
  const { trouble, failure, youngestAt, everyHours: hours } = backups
  const href = paths.adminBackups
  if (trouble === 'failed') {
    return [{ title: 'The last backup failed', details: failure ?? '', href }]
  }
  if (trouble === 'missing') {
    const details = hours === 0 ? 'Automatic backups are off.' : undefined
    return [{ title: 'There is no backup', ...(details && { details }), href }]
  }
  if (trouble === 'incomplete' || trouble === 'repairable') {
    const title =
      trouble === 'incomplete' ? 'The last backup is incomplete' : 'Stored files are damaged'
    const details =
      'Run inkfold db check on the server to see which, and inkfold db repair to replace them.'
    return [{ title, details, href }]
  }
  if (trouble === 'future') {
    const details =
      'The server’s clock was wrong when it was made. Remove it once there is a new one.'
    return [{ title: 'A backup is dated in the future', details, href }]
  }
  if (trouble === 'uncopied') {
    const title = 'A copy of the backups isn’t up to date'
    return [{ title, details: failure ?? '', href }]
  }
  if (trouble !== 'old' || !youngestAt) return []
  const title = `The last backup was made ${timeAgo(toDate(youngestAt))}`
  return [{ title, details: describeSchedule(hours), href }]
}

const describeSchedule = (hours: number) =>
  hours % 24 === 0
    ? plural(hours / 24, 'Backups are made every day.', 'Backups are made every # days.')
    : plural(hours, 'Backups are made every hour.', 'Backups are made every # hours.')

function countAlerts(overview: Overview): AdminAlert[] {
  const { openReports, pendingPayouts, openSuggestions, failedMails, waitingMembers } = overview
  const { waitingApplications } = overview
  const all = [
    {
      count: openReports,
      title: plural(openReports, '1 open report', '# open reports'),
      href: paths.adminReports,
    },
    {
      count: waitingApplications,
      title: plural(waitingApplications, '1 open application', '# open applications'),
      details: 'These people can only read until you decide.',
      href: paths.adminApplications,
    },
    {
      count: pendingPayouts,
      title: plural(pendingPayouts, '1 open payout', '# open payouts'),
      details: 'Review claims, or pay rewards.',
      href: paths.adminPayouts,
    },
    {
      count: waitingMembers,
      title: plural(waitingMembers, '1 member to verify', '# members to verify'),
      details: 'This server doesn’t send email, so please verify their addresses yourself.',
      href: paths.adminMembersWith('not verified'),
    },
    {
      count: openSuggestions,
      title: plural(openSuggestions, '1 open suggestion', '# open suggestions'),
      href: paths.adminSuggestions,
    },
    {
      count: failedMails,
      title: plural(failedMails, '1 mail could not be sent', '# mails could not be sent'),
      href: paths.mailOf('failed'),
    },
  ]
  return all.filter(({ count }) => count > 0).map(({ count: _, ...alert }) => alert)
}
