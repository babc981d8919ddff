import type { MouseEvent } from 'react'
import { Link } from 'wouter'
import { withBasePath } from '../lib/base'
import { useHasPlaceholders } from '../lib/placeholders'
import { serverConfig } from '../lib/server-config'
import { useGuestBook } from '../lib/session'
import { words } from '../locales/en'
import { paths } from '../paths'
import { cx } from '../ui/cx'
import styles from './Shell.module.css'
import { useSignOut } from './sign-out'

const LINKS = [
  [paths.help, words.footer.help],
  [paths.about, words.footer.about],
  [paths.privacy, words.footer.privacy],
  [paths.contact, words.footer.contact],
] as const

export function Footer() {
  const isMoving = useHasPlaceholders()
  return (
    <footer className={cx(styles.footer, isMoving && styles.moving)}>
      <nav className={styles.links} aria-label={words.footer.label}>
        {LINKS.map(([href, label]) => (
          <Link key={href} href={href} className={styles.link}>
            {label}
          </Link>
        ))}
        <a href={paths.licences} className={styles.link}>
          {words.footer.licences}
        </a>
        <SignIn />
      </nav>
      <Partner />
    </footer>
  )
}

/** Sign-in link. Signs out first, even if this browser has lost its session. Guests, who would lose theirs, have none. */
function SignIn() {
  const signOut = useSignOut()
  const isGuest = useGuestBook() !== null
  const startAfresh = (event: MouseEvent) => {
    event.preventDefault()
    signOut()
  }
  if (isGuest) return null
  return (
    <a href={withBasePath(paths.signIn())} className={styles.link} onClick={startAfresh}>
      {words.footer.signIn}
    </a>
  )
}

function Partner() {
  const { partner, partnerUrl } = serverConfig
  if (!partner) return null
  const text = words.footer.poweredBy(partner)
  return (
    <p className={styles.partner}>
      {partnerUrl ? (
        <a href={partnerUrl} rel="noreferrer">
          {text}
        </a>
      ) : (
        text
      )}
    </p>
  )
}
