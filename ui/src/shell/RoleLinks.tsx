import type { ReactNode } from 'react'
import { useIsModerator, useProfile } from '../entities/member/queries'
import { words } from '../locales/en'
import { paths } from '../paths'
import { MenuLink } from '../ui/Menu'

/** Links of the menu to what a keeper or moderator manages, once the profile is fetched. */
export function RoleLinks() {
  const profile = useProfile()
  return (
    <>
      {profile?.isKeeper && <MenuLink href={paths.adminBooks}>{words.header.manageBooks}</MenuLink>}
      {profile?.isModerator && (
        <MenuLink href={paths.adminReports}>{words.header.reports}</MenuLink>
      )}
    </>
  )
}

/** Shows its children to moderators, once the profile is fetched. */
export function ModeratorsOnly({ children }: { children: ReactNode }) {
  return useIsModerator() ? children : null
}
