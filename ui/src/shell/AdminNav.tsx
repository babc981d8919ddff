import { useLocation } from 'wouter'
import { useCounts } from '../api/admin'
import { words } from '../locales/en'
import { Badge } from '../ui/Badge'
import { Menu, MenuLink } from '../ui/Menu'
import styles from './AdminNav.module.css'
import { adminPlaces, isAt } from './admin-nav-items'
import { NavLink } from './NavLink'

/** The places of admins, with how much waits at each: a row of links, and on a phone a menu. */
export function AdminNav() {
  const [path] = useLocation()
  const overview = useCounts()
  const places = adminPlaces().map((place) => ({
    ...place,
    count: (overview && place.waiting?.(overview)) ?? 0,
  }))
  const here = places.find((place) => isAt(place, path)) ?? places[0]
  return (
    <nav className={styles.places} aria-label={words.admin.label}>
      <div className={styles.row}>
        {places.map(({ href, label, count }) => (
          <NavLink key={href} href={href} alone={href === places[0]?.href}>
            {label}
            <Waiting count={count} />
          </NavLink>
        ))}
      </div>
      <div className={styles.menu}>
        <Menu label={words.admin.menu(here?.label ?? '')}>
          {places.map(({ href, label, count }) => (
            <MenuLink
              key={href}
              href={href}
              aria-current={href === here?.href ? 'page' : undefined}
            >
              {label}
              <Waiting count={count} />
            </MenuLink>
          ))}
        </Menu>
      </div>
    </nav>
  )
}

function Waiting({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <Badge seal className={styles.count}>
      {count}
      <span className="visually-hidden"> {words.admin.waiting}</span>
    </Badge>
  )
}
