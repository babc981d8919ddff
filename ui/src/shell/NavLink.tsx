import type { ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import { serverConfig } from '../lib/server-config'
import { words } from '../locales/en'
import { paths } from '../paths'
import { Logo } from '../ui/Logo'
import styles from './Shell.module.css'

interface NavLinkProps {
  href: string
  /** Marks the link as current only on its own page, not on pages below it. */
  alone?: boolean
  children: ReactNode
}

/** Link in a navigation, marked as current on its page and on pages below it. */
export function NavLink({ href, alone = href === '/', children }: NavLinkProps) {
  const [path] = useLocation()
  const here = path === href || (!alone && path.startsWith(`${href}/`))
  return (
    <Link href={href} className={styles.link} aria-current={here ? 'page' : undefined}>
      {children}
    </Link>
  )
}

/** Room of a link that may come later, so that its neighbours don't move then. */
export function NavLinkSpace({ children }: { children: ReactNode }) {
  return (
    <span className={`${styles.link} ${styles.space}`} aria-hidden="true">
      {children}
    </span>
  )
}

/** Logo that links to the home page. */
export function HomeLink() {
  return (
    <Link
      href={paths.home}
      aria-label={words.header.logo(serverConfig.name)}
      className={styles.logo}
    >
      <Logo />
    </Link>
  )
}
