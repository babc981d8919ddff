import type { ComponentProps } from 'react'
import { Link } from 'wouter'
import { buttonClass, type Look } from './Button'

interface ButtonLinkProps extends ComponentProps<'a'> {
  href: string
  look?: Look
}

/** A link that looks like a button: it goes to a page of ours. */
export function ButtonLink({ look = 'plain', className, ...link }: ButtonLinkProps) {
  return <Link {...link} className={buttonClass(look, className)} />
}

/** A link that saves a file of the server's. */
export function DownloadLink({ look = 'plain', className, children, ...link }: ButtonLinkProps) {
  return (
    <a download {...link} className={buttonClass(look, className)}>
      {children}
    </a>
  )
}

/** A link that leaves for another site, which learns nothing of the page it was on. */
export function OutsideLink({ look = 'plain', className, children, ...link }: ButtonLinkProps) {
  return (
    <a rel="noreferrer" {...link} className={buttonClass(look, className)}>
      {children}
    </a>
  )
}
