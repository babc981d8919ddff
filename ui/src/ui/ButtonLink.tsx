import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { buttonClass, type Look } from './Button'

interface ButtonLinkProps {
  href: string
  look?: Look
  onClick?: () => void
  children: ReactNode
}

/** A link that looks like a button: it goes to a page of ours. */
export function ButtonLink({ href, look = 'plain', onClick, children }: ButtonLinkProps) {
  return (
    <Link href={href} className={buttonClass(look)} onClick={onClick}>
      {children}
    </Link>
  )
}

/** A link that saves a file of the server's. */
export function DownloadLink({ href, look = 'plain', children }: ButtonLinkProps) {
  return (
    <a href={href} download className={buttonClass(look)}>
      {children}
    </a>
  )
}
