import { Redirect } from 'wouter'
import { Skeleton } from '../../../ui/Skeleton'

/** Leads from a page whose memos are gone to the last one; until that is there, it is loading. */
export const ToLastPage = ({ href }: { href: string }) => (
  <>
    <Redirect key={href} to={href} replace />
    <Skeleton label="Loading memos…" lines={6} />
  </>
)
