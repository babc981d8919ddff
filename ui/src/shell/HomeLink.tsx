import { Link } from 'wouter'
import { community } from '../lib/community'
import { paths } from '../paths'
import { Logo } from '../ui/Logo'
import styles from './Shell.module.css'
import { words } from './words'

/** The wordmark, which leads home from everywhere. */
export function HomeLink() {
  return (
    <Link href={paths.home} aria-label={words.header.logo(community.name)} className={styles.logo}>
      <Logo />
    </Link>
  )
}
