import type { ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import styles from './Shell.module.css'

interface NavLinkProps {
  href: string
  /** The pages below it have links of their own. */
  alone?: boolean
  children: ReactNode
}

/** A place of the site; the one where the reader is says so, also from the pages below it. */
export function NavLink({ href, alone = href === '/', children }: NavLinkProps) {
  const [path] = useLocation()
  const here = path === href || (!alone && path.startsWith(`${href}/`))
  return (
    <Link href={href} className={styles.link} aria-current={here ? 'page' : undefined}>
      {children}
    </Link>
  )
}
