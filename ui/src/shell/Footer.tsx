import type { MouseEvent } from 'react'
import { paths } from '../paths'
import styles from './Shell.module.css'
import { useSignOut } from './sign-out'

export function Footer() {
  const signOut = useSignOut()
  const startAfresh = (event: MouseEvent) => {
    event.preventDefault()
    signOut()
  }
  return (
    <footer className={styles.footer}>
      {/* A link for those who look for one; it also ends the session that may be there. */}
      <a href={paths.signIn()} className={styles.link} onClick={startAfresh}>
        Sign In
      </a>
      <a href={paths.licences} className={styles.link}>
        Licences
      </a>
    </footer>
  )
}
