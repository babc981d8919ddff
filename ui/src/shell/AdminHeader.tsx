import { Link, useLocation } from 'wouter'
import { type Overview, useCounts } from '../entities/admin/queries'
import { useProfile } from '../entities/member/queries'
import { formatNumber } from '../lib/format'
import { serverConfig } from '../lib/server-config'
import { words } from '../locales/en'
import { paths } from '../paths'
import { Avatar } from '../ui/Avatar'
import { Badge } from '../ui/Badge'
import { Menu, MenuLink } from '../ui/Menu'
import navStyles from './AdminHeader.module.css'
import { HomeLink, NavLink } from './NavLink'
import styles from './Shell.module.css'

/** Header of the admin pages, with the name of the admin. */
export function AdminHeader() {
  const profile = useProfile()
  return (
    <header className={styles.bar}>
      <HomeLink />
      <nav className={`${styles.nav} ${styles.wide}`} aria-label={words.header.main}>
        <NavLink href={paths.library}>{words.header.library}</NavLink>
        <NavLink href={paths.threads}>{words.header.threads}</NavLink>
      </nav>
      {profile ? (
        <Link
          href={paths.settings}
          className={styles.account}
          aria-label={words.header.account(profile.username)}
        >
          <Avatar name={profile.name} />
          <span>{profile.username}</span>
        </Link>
      ) : (
        <span className={styles.account} />
      )}
      <AdminNav />
    </header>
  )
}

/** Navigation of the admin pages with the number of open items: a row of links, and a menu on a phone. */
function AdminNav() {
  const [path] = useLocation()
  const overview = useCounts()
  const places = adminPlaces().map((place) => ({
    ...place,
    count: (overview && place.waiting?.(overview)) ?? 0,
  }))
  const here = places.find((place) => isAt(place, path)) ?? places[0]
  return (
    <nav className={navStyles.places} aria-label={words.admin.label}>
      <div className={navStyles.row}>
        {places.map(({ href, label, count }) => (
          <NavLink key={href} href={href} alone={href === places[0]?.href}>
            {label}
            <Waiting count={count} />
          </NavLink>
        ))}
      </div>
      <div className={navStyles.menu}>
        <Menu label={words.admin.menu(here?.label ?? '')}>
          {places.map(({ href, label, count }) => (
            <MenuLink
              key={href}
              href={href}
              aria-current={href === here?.href ? 'page' : undefined}
            >
              {label}
              <Waiting count={count} />
            </MenuLink>
          ))}
        </Menu>
      </div>
    </nav>
  )
}

function Waiting({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <Badge seal className={navStyles.count}>
      <span aria-hidden="true">{formatNumber(count)}</span>
      <span className="visually-hidden"> {words.admin.waiting(formatNumber(count))}</span>
    </Badge>
  )
}

interface AdminPlace {
  href: string
  label: string
  /** Number of open items. */
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

/** Admin pages in the order of the navigation. Without the game, its pages are left out. */
const adminPlaces = (): AdminPlace[] => [
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

/** Whether a page is at a place or below it; pages elsewhere belong to the overview. */
const isAt = ({ href }: AdminPlace, path: string) =>
  path === href || (href !== paths.admin && path.startsWith(`${href}/`))
