import { Link, useLocation } from 'wouter'
import { useSession } from '../lib/session'
import { paths } from '../paths'
import { Logo } from '../ui/Logo'
import { DisplayButton } from './DisplayButton'
import styles from './Shell.module.css'
import { useSignOut } from './sign-out'

export function Header() {
  const session = useSession()
  const signOut = useSignOut()
  return (
    <header className={styles.bar}>
      <Link href={paths.home} aria-label="Inkfold, home" className={styles.logo}>
        <Logo />
      </Link>
      <nav className={styles.nav} aria-label="Main">
        <NavLink href={session ? paths.begin : paths.home}>Home</NavLink>
        <NavLink href={paths.library}>Library</NavLink>
        {session && (
          <button type="button" className={styles.link} onClick={signOut}>
            Sign out
          </button>
        )}
        <DisplayButton />
      </nav>
    </header>
  )
}

function NavLink({ href, children }: { href: string; children: string }) {
  const [path] = useLocation()
  return (
    <Link href={href} className={styles.link} aria-current={path === href ? 'page' : undefined}>
      {children}
    </Link>
  )
}
