import type { MouseEvent } from 'react'
import { Link } from 'wouter'
import { at } from '../lib/base'
import { community } from '../lib/community'
import { useSession } from '../lib/session'
import { paths } from '../paths'
import styles from './Shell.module.css'
import { useSignOut } from './sign-out'
import { words } from './words'

const LINKS = [
  [paths.help, words.footer.help],
  [paths.about, words.footer.about],
  [paths.privacy, words.footer.privacy],
  [paths.contact, words.footer.contact],
] as const

export function Footer() {
  return (
    <footer className={styles.footer}>
      <nav className={styles.links} aria-label={words.footer.label}>
        {LINKS.map(([href, label]) => (
          <Link key={href} href={href} className={styles.link}>
            {label}
          </Link>
        ))}
        <a href={paths.licences} className={styles.link}>
          {words.footer.licences}
        </a>
        <InOrOut />
      </nav>
      <Partner />
    </footer>
  )
}

function InOrOut() {
  const session = useSession()
  const signOut = useSignOut()
  if (session) {
    return (
      <button type="button" className={styles.link} onClick={signOut}>
        {words.footer.signOut}
      </button>
    )
  }
  // Somebody whom this browser has forgotten may still be signed in: that ends, too.
  const startAfresh = (event: MouseEvent) => {
    event.preventDefault()
    signOut()
  }
  return (
    <a href={at(paths.signIn())} className={styles.link} onClick={startAfresh}>
      {words.footer.signIn}
    </a>
  )
}

function Partner() {
  const { partner, partnerUrl } = community
  if (!partner) return null
  return (
    <p className={styles.partner}>
      {words.footer.poweredBy}{' '}
      {partnerUrl ? (
        <a href={partnerUrl} rel="noreferrer">
          {partner}
        </a>
      ) : (
        partner
      )}
    </p>
  )
}
