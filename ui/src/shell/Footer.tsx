import type { MouseEvent } from 'react'
import { Link } from 'wouter'
import { community } from '../lib/community'
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
  const signOut = useSignOut()
  const startAfresh = (event: MouseEvent) => {
    event.preventDefault()
    signOut()
  }
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
        {/* A link for those who look for one; it also ends the session that may be there. */}
        <a href={paths.signIn()} className={styles.link} onClick={startAfresh}>
          {words.footer.signIn}
        </a>
      </nav>
      <Partner />
    </footer>
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
