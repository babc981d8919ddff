import { useProfile } from '../api/profiles'
import { useSession } from '../lib/session'
import { words } from '../locales/en'
import { paths } from '../paths'
import { HeaderMenu } from './HeaderMenu'
import { HomeLink } from './HomeLink'
import { NavLink } from './NavLink'
import styles from './Shell.module.css'

/** Wordmark, the places, and the menu. On a phone, Home and Threads stay; the others are in `<QuickBar>` and the menu. */
export function Header() {
  const session = useSession()
  const profile = useProfile()
  return (
    <header className={`${styles.bar} ${styles.site}`}>
      <HomeLink />
      <nav className={`${styles.nav} ${styles.places}`} aria-label={words.header.main}>
        <NavLink href={session ? paths.begin : paths.home}>{words.header.home}</NavLink>
        <NavLink href={paths.threads}>{words.header.threads}</NavLink>
        <NavLink href={paths.library}>{words.header.library}</NavLink>
        <NavLink href={paths.search}>{words.header.search}</NavLink>
        {profile && <NavLink href={paths.settings}>{words.header.settings}</NavLink>}
        {!session && <NavLink href={paths.signIn()}>{words.header.signIn}</NavLink>}
      </nav>
      <HeaderMenu />
    </header>
  )
}
