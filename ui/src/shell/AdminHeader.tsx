import { Link } from 'wouter'
import { useProfile } from '../api/profiles'
import { community } from '../lib/community'
import { paths } from '../paths'
import { Avatar } from '../ui/Avatar'
import { classes } from '../ui/classes'
import { HomeLink } from './HomeLink'
import { NavLink } from './NavLink'
import styles from './Shell.module.css'
import { words } from './words'

/** Says at a glance that one is among the admin pages, and as whom. */
export function AdminHeader() {
  const profile = useProfile()
  return (
    <header className={classes(styles.bar, styles.admin)}>
      <HomeLink />
      <nav className={styles.nav} aria-label={words.header.main}>
        <NavLink href={paths.admin()} alone>
          {words.header.admin}
        </NavLink>
        <NavLink href={paths.adminMembers}>{words.header.members}</NavLink>
        <NavLink href={paths.adminReports}>{words.header.reports}</NavLink>
        <NavLink href={paths.adminTopics}>{words.header.topics}</NavLink>
        {community.playsPrizePeg && (
          <NavLink href={paths.adminPayouts}>{words.header.payouts}</NavLink>
        )}
        <NavLink href={paths.adminAudit}>{words.header.audit}</NavLink>
        <NavLink href={paths.library}>{words.header.library}</NavLink>
      </nav>
      {profile && (
        <Link
          href={paths.settings}
          className={styles.account}
          aria-label={words.header.account(profile.username)}
        >
          <Avatar name={profile.name} />
          <span>{profile.username}</span>
        </Link>
      )}
    </header>
  )
}
