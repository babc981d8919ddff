import { useSession } from '../lib/session'
import { words } from '../locales/en'
import { paths } from '../paths'
import { Icon } from '../ui/Icon'
import styles from './BottomNav.module.css'
import { NavLink } from './NavLink'

/** The four places of a phone, where the thumb is. Larger screens and paper display have the header's links instead. */
export function BottomNav() {
  const session = useSession()
  return (
    <nav className={styles.bar} aria-label={words.header.quick}>
      <NavLink href={paths.library}>
        <Icon name="book" />
        {words.header.library}
      </NavLink>
      <NavLink href={paths.chooseType()}>
        <Icon name="pen" />
        {words.header.write}
      </NavLink>
      <NavLink href={paths.threads}>
        <Icon name="thread" />
        {words.header.threads}
      </NavLink>
      <NavLink href={session ? paths.settings : paths.signIn()}>
        <Icon name="person" />
        {words.header.me}
      </NavLink>
    </nav>
  )
}
