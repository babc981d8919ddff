import { type ReactNode, useId } from 'react'
import { Link, useLocation } from 'wouter'
import { type Overview, useCounts } from '../entities/admin/queries'
import { useKnownRoles, useProfile } from '../entities/member/queries'
import type { Roles } from '../entities/member/roles'
import { formatNumber } from '../lib/format'
import { serverConfig } from '../lib/server-config'
import { words } from '../locales/en'
import { paths } from '../paths'
import { Avatar } from '../ui/Avatar'
import { Badge } from '../ui/Badge'
import { cx } from '../ui/cx'
import { Menu, MenuLink } from '../ui/Menu'
import navStyles from './AdminHeader.module.css'
import { HomeLink, NavLink } from './NavLink'
import styles from './Shell.module.css'

/** Header of the admin pages, with the name of the member. */
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

/**
 * Navigation of the admin pages with the number of open items: a row of groups above the pages of the current one, and a menu on a
 * phone. Keepers and moderators have a single row of the few pages that they may open.
 */
function AdminNav() {
  const [path] = useLocation()
  const overview = useCounts()
  const roles = useKnownRoles()
  const groups = groupsFor(roles).map(({ label, places }) => ({
    label,
    places: places.map((place) => ({
      ...place,
      count: (overview && place.waiting?.(overview)) ?? 0,
    })),
  }))
  const here = placeAt(
    path,
    groups.flatMap(({ places }) => places),
  )
  const isCurrent = ({ href }: AdminPlace) => href === here?.href
  const current = groups.find(({ places }) => places.some(isCurrent))
  if (groups.length === 0) return null
  const { label, menu } = roles.isAdmin ? words.admin : words.admin.ofOthers
  return (
    <nav className={navStyles.places} aria-label={label}>
      <div className={navStyles.rows}>
        <ul className={navStyles.row}>
          {groups.map((group) => (
            <li key={group.label}>
              <GroupLink group={group} current={group === current} />
            </li>
          ))}
        </ul>
        {current && current.places.length > 1 && (
          <ul className={cx(navStyles.row, navStyles.pages)} aria-label={current.label}>
            {current.places.map((place) => (
              <li key={place.href}>
                <Link
                  href={place.href}
                  className={styles.link}
                  aria-current={isCurrent(place) ? 'page' : undefined}
                >
                  {place.label}
                  <Waiting count={place.count} />
                </Link>
              </li>
            ))}
          </ul>
        )}
      </div>
      <div className={navStyles.menu}>
        <Menu label={menu(here?.label ?? '')}>
          {groups.map(({ label, places }) => (
            <MenuGroup key={label} label={places.length > 1 ? label : undefined}>
              {places.map(({ href, label: name, count }) => (
                <MenuLink
                  key={href}
                  href={href}
                  aria-current={href === here?.href ? 'page' : undefined}
                >
                  {name}
                  <Waiting count={count} />
                </MenuLink>
              ))}
            </MenuGroup>
          ))}
        </Menu>
      </div>
    </nav>
  )
}

interface GroupLinkProps {
  group: AdminGroup<CountedPlace>
  current: boolean
}

/** Link to the first page of a group, with the open items of all its pages. */
function GroupLink({ group: { label, places }, current }: GroupLinkProps) {
  const [first] = places
  if (!first) return null
  const count = places.reduce((sum, place) => sum + place.count, 0)
  const isPage = places.length === 1
  return (
    <Link
      href={first.href}
      className={styles.link}
      aria-current={current ? (isPage ? 'page' : 'true') : undefined}
    >
      {label}
      <Waiting count={count} />
    </Link>
  )
}

interface MenuGroupProps {
  /** Undefined for a page that is its own group. */
  label: string | undefined
  children: ReactNode
}

/** Links of a group in the menu, below its name. */
function MenuGroup({ label, children }: MenuGroupProps) {
  const id = useId()
  if (!label) return children
  return (
    <li>
      <p id={id} className={navStyles.group}>
        {label}
      </p>
      <ul aria-labelledby={id}>{children}</ul>
    </li>
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
  /** Role that opens the page, beside admin. */
  role?: 'isKeeper' | 'isModerator'
  /** Number of open items. */
  waiting?(overview: Overview): number
}

interface CountedPlace extends AdminPlace {
  count: number
}

interface AdminGroup<Place = AdminPlace> {
  label: string
  /** At least one page; the group leads to the first. */
  places: Place[]
}

const OVERVIEW: AdminPlace = { href: paths.admin, label: words.admin.overview }
const MEMOS: AdminPlace = { href: paths.adminMemos(), label: words.admin.memos, role: 'isKeeper' }

const CONTENT: AdminPlace[] = [
  {
    href: paths.adminBooks,
    label: words.admin.books,
    role: 'isKeeper',
    waiting: ({ failedBooks, readyBooks }) => failedBooks.length + readyBooks.length,
  },
  MEMOS,
  {
    href: paths.adminSuggestions,
    label: words.admin.suggestions,
    waiting: ({ openSuggestions }) => openSuggestions,
  },
  { href: paths.adminTopics, label: words.admin.topics },
]

const PEOPLE: AdminPlace[] = [
  {
    href: paths.adminMembers,
    label: words.admin.members,
    waiting: ({ waitingMembers }) => waitingMembers,
  },
  {
    href: paths.adminApplications,
    label: words.admin.applications,
    waiting: ({ waitingApplications }) => waitingApplications,
  },
  { href: paths.adminInvitations, label: words.admin.invitations, role: 'isKeeper' },
  {
    href: paths.adminReports,
    label: words.admin.reports,
    role: 'isModerator',
    waiting: ({ openReports }) => openReports,
  },
]

const OF_GAME: AdminPlace[] = [
  {
    href: paths.adminPayouts,
    label: words.admin.payouts,
    waiting: ({ pendingPayouts }) => pendingPayouts,
  },
  { href: paths.adminPlays, label: words.admin.plays },
]

const SERVER: AdminPlace[] = [
  {
    href: paths.adminMail,
    label: words.admin.mail,
    waiting: ({ failedMails }) => failedMails,
  },
  {
    href: paths.adminBackups,
    label: words.admin.backups,
    waiting: ({ backups }) => (backups.trouble ? 1 : 0),
  },
  { href: paths.adminWebhooks, label: words.admin.webhooks },
  { href: paths.adminSettings, label: words.admin.settings },
  { href: paths.adminAudit, label: words.admin.audit },
]

/** Admin pages in the order of the navigation. Without the game, its pages are left out. */
const adminGroups = (): AdminGroup[] => [
  { label: OVERVIEW.label, places: [OVERVIEW] },
  { label: words.admin.content, places: CONTENT },
  {
    label: words.admin.people,
    places: serverConfig.playsPrizePeg ? [...PEOPLE, ...OF_GAME] : PEOPLE,
  },
  { label: words.admin.server, places: SERVER },
]

/** Groups of the pages that a member may open. */
function groupsFor(roles: Omit<Roles, 'keeperOf'>): AdminGroup[] {
  const groups = adminGroups()
  if (roles.isAdmin) return groups
  return groups
    .flatMap(({ places }) => places)
    .filter(({ role }) => role && roles[role])
    .map((place) => ({ label: place.label, places: [place] }))
}

/** Place that a path is at or below. Paths below no place name a book, and show its memos. */
function placeAt<Place extends AdminPlace>(path: string, places: Place[]): Place | undefined {
  const at = places.find(
    ({ href }) => path === href || (href !== OVERVIEW.href && path.startsWith(`${href}/`)),
  )
  return at ?? places.find(({ href }) => href === MEMOS.href)
}
