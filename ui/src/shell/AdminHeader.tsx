import { Link } from 'wouter'
import { useProfile } from '../api/profiles'
import { words } from '../locales/en'
import { paths } from '../paths'
import { Avatar } from '../ui/Avatar'
import { AdminNav } from './AdminNav'
import { HomeLink } from './HomeLink'
import { NavLink } from './NavLink'
import styles from './Shell.module.css'

/** Says at a glance that one is among the admin pages, and as whom. */
export function AdminHeader() {
  const profile = useProfile()
  return (
    <header className={styles.bar}>
      <HomeLink />
      <nav className={`${styles.nav} ${styles.wide}`} aria-label={words.header.main}>
        <NavLink href={paths.library}>{words.header.library}</NavLink>
        <NavLink href={paths.threads}>{words.header.threads}</NavLink>
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
      <AdminNav />
    </header>
  )
}
