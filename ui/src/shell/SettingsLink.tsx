import { useProfile } from '../entities/member/queries'
import { words } from '../locales/en'
import { paths } from '../paths'
import { MenuLink } from '../ui/Menu'
import { OwnNavLink, OwnNavLinkSpace } from './NavLink'

/** Link to the settings, once the profile is fetched. */
export function SettingsLink({ in: place }: { in: 'bar' | 'menu' }) {
  const profile = useProfile()
  if (place === 'menu') {
    return profile ? <MenuLink href={paths.settings}>{words.header.settings}</MenuLink> : null
  }
  return profile ? <OwnNavLink name={profile.name} /> : <OwnNavLinkSpace />
}
