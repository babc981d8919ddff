import { Link } from 'wouter'
import { serverConfig } from '../lib/server-config'
import { words } from '../locales/en'
import { paths } from '../paths'
import { Logo } from '../ui/Logo'
import styles from './Shell.module.css'

/** Logo that links to the home page. */
export function HomeLink() {
  return (
    <Link
      href={paths.home}
      aria-label={words.header.logo(serverConfig.name)}
      className={styles.logo}
    >
      <Logo />
    </Link>
  )
}
