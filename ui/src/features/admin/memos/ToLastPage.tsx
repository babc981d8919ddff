import { Redirect } from 'wouter'
import { Skeleton } from '../../../ui/Skeleton'

/** Redirects from a page that no longer exists to the last one. */
export const ToLastPage = ({ href }: { href: string }) => (
  <>
    <Redirect key={href} to={href} replace />
    <Skeleton label="Loading memos…" lines={6} />
  </>
)
