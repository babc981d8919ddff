import { Banner } from '../../ui/Banner'
import type { Memo } from './queries'

/** Notice for the author of a hidden memo, and for admins, with the reason. */
export function HiddenNotice({ memo: { hidden } }: { memo: Memo }) {
  if (!hidden) return null
  return (
    <Banner tone="warn">
      <p>
        The admins have hidden this entry. Only its author and admins can see it. The next edition
        leaves it out.
      </p>
      <p>The reason: “{hidden.why}”</p>
    </Banner>
  )
}
