import type { ReactNode } from 'react'
import { Redirect } from 'wouter'

interface PageRedirectProps {
  /** Address of the last page. */
  to: string
  /** Placeholder until the address has changed. */
  children: ReactNode
}

/** Redirects from a page that no longer exists to the last one. */
export const PageRedirect = ({ to, children }: PageRedirectProps) => (
  <>
    <Redirect key={to} to={to} replace />
    {children}
  </>
)
