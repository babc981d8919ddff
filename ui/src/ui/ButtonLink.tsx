import type { ComponentProps } from 'react'
import { Link } from 'wouter'
import { type ButtonVariant, buttonClass } from './Button'

interface ButtonLinkProps extends ComponentProps<'a'> {
  href: string
  variant?: ButtonVariant
}

/** A link that looks like a button: it goes to a page of ours. */
export function ButtonLink({ variant = 'plain', className, ...link }: ButtonLinkProps) {
  return <Link {...link} className={buttonClass(variant, className)} />
}

/** A link that saves a file of the server's. */
export function DownloadLink({ variant = 'plain', className, children, ...link }: ButtonLinkProps) {
  return (
    <a download {...link} className={buttonClass(variant, className)}>
      {children}
    </a>
  )
}

/** A link that leaves for another site, which learns nothing of the page it was on. */
export function OutsideLink({ variant = 'plain', className, children, ...link }: ButtonLinkProps) {
  return (
    <a rel="noreferrer" {...link} className={buttonClass(variant, className)}>
      {children}
    </a>
  )
}
