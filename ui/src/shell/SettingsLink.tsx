import { useProfile } from '../entities/member/queries'
import { words } from '../locales/en'
import { paths } from '../paths'
import { MenuLink } from '../ui/Menu'
import { NavLink } from './NavLink'

/** Link to the settings, once the profile is fetched. */
export function SettingsLink({ in: place }: { in: 'bar' | 'menu' }) {
  if (!useProfile()) return null
  const Place = place === 'bar' ? NavLink : MenuLink
  return <Place href={paths.settings}>{words.header.settings}</Place>
}
