import type { ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import { serverConfig } from '../lib/server-config'
import { useStored } from '../lib/storage'
import { words } from '../locales/en'
import { paths } from '../paths'
import { Avatar } from '../ui/Avatar'
import { cx } from '../ui/cx'
import { Logo } from '../ui/Logo'
import styles from './Shell.module.css'

interface NavLinkProps {
  href: string
  /** Marks the link as current only on its own page, not on pages below it. */
  alone?: boolean
  className?: string | undefined
  children: ReactNode
}

/** Link in a navigation, marked as current on its page and on pages below it. */
export function NavLink({ href, alone = href === '/', className, children }: NavLinkProps) {
  const [path] = useLocation()
  const here = path === href || (!alone && path.startsWith(`${href}/`))
  return (
    <Link
      href={href}
      className={cx(styles.link, className)}
      aria-current={here ? 'page' : undefined}
    >
      {children}
    </Link>
  )
}

/** Link to the settings under the member's first name; on a phone, under the initials. */
export function OwnNavLink({ name }: { name: string }) {
  return (
    <NavLink href={paths.settings} className={styles.own}>
      <OwnName name={name} />
    </NavLink>
  )
}

/** Room of that link before it comes, so that its neighbours don't move then. */
export function OwnNavLinkSpace() {
  const name = useStored('name') ?? words.header.settings
  return (
    <span className={cx(styles.link, styles.own, styles.space)} aria-hidden="true">
      <OwnName name={name} />
    </span>
  )
}

function OwnName({ name }: { name: string }) {
  const firstName = name.split(' ')[0] ?? ''
  return (
    <>
      <Avatar name={name} className={styles.initials} />
      <span className={styles.firstName} aria-hidden="true">
        {firstName}
      </span>
      <span className="visually-hidden">{words.header.own(firstName)}</span>
    </>
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
