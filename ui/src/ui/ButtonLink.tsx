import type { ComponentProps } from 'react'
import { Link } from 'wouter'
import { type ButtonVariant, buttonClass } from './Button'

interface ButtonLinkProps extends ComponentProps<'a'> {
  href: string
  variant?: ButtonVariant
}

/** Link to a page that looks like a button. */
export function ButtonLink({ variant = 'plain', className, ...link }: ButtonLinkProps) {
  return <Link {...link} className={buttonClass(variant, className)} />
}

/** Link that downloads a file from the server. */
export function DownloadLink({ variant = 'plain', className, children, ...link }: ButtonLinkProps) {
  return (
    <a download {...link} className={buttonClass(variant, className)}>
      {children}
    </a>
  )
}

/** Link to another site, without a referrer. */
export function OutsideLink({ variant = 'plain', className, children, ...link }: ButtonLinkProps) {
  return (
    <a rel="noreferrer" {...link} className={buttonClass(variant, className)}>
      {children}
    </a>
  )
}
