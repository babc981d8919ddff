import type { Overview } from '../api/admin'
import { serverConfig } from '../lib/server-config'
import { words } from '../locales/en'
import { paths } from '../paths'

interface AdminPlace {
  href: string
  label: string
  /** How much waits there. */
  waiting?(overview: Overview): number
}

const OF_GAME: AdminPlace[] = [
  {
    href: paths.adminPayouts,
    label: words.admin.payouts,
    waiting: ({ pendingPayouts }) => pendingPayouts,
  },
  { href: paths.adminPlays, label: words.admin.plays },
]

/** Where admins do what they do. Without the game there is none of it. */
export const adminPlaces = (): AdminPlace[] => [
  { href: paths.admin, label: words.admin.overview },
  {
    href: paths.adminBooks,
    label: words.admin.books,
    waiting: ({ failedBooks, readyBooks }) => failedBooks.length + readyBooks.length,
  },
  { href: paths.adminMemos(), label: words.admin.memos },
  {
    href: paths.adminSuggestions,
    label: words.admin.suggestions,
    waiting: ({ openSuggestions }) => openSuggestions,
  },
  {
    href: paths.adminMembers,
    label: words.admin.members,
    waiting: ({ waitingMembers }) => waitingMembers,
  },
  {
    href: paths.adminReports,
    label: words.admin.reports,
    waiting: ({ openReports }) => openReports,
  },
  { href: paths.adminTopics, label: words.admin.topics },
  ...(serverConfig.playsPrizePeg ? OF_GAME : []),
  {
    href: paths.adminMail,
    label: words.admin.mail,
    waiting: ({ givenUpMails }) => givenUpMails,
  },
  {
    href: paths.adminBackups,
    label: words.admin.backups,
    waiting: ({ backups }) => (backups.trouble ? 1 : 0),
  },
  { href: paths.adminSettings, label: words.admin.settings },
  { href: paths.adminAudit, label: words.admin.audit },
]

/** The place that a page is at or below; every other admin page is below the overview. */
export const isAt = ({ href }: AdminPlace, path: string) =>
  path === href || (href !== paths.admin && path.startsWith(`${href}/`))
