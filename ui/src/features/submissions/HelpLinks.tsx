import { Link } from 'wouter'
import { serverConfig } from '../../lib/server-config'
import { type HelpPage, paths } from '../../paths'
import styles from './HelpLinks.module.css'

const PAGES: [HelpPage, string][] = [
  ['remarkable', 'reMarkable'],
  ['supernote', 'Supernote'],
  ['boox', 'Boox'],
  ['scribe', 'Kindle Scribe'],
  ['ipad', 'iPad'],
  ['mobile', 'Phone and paper'],
]

const GAME: [HelpPage, string] = ['prizepeg', 'PrizePeg']

/** How it goes on each device, and with the game. */
export function HelpLinks() {
  const pages = serverConfig.playsPrizePeg ? [...PAGES, GAME] : PAGES
  return (
    <ul className={styles.links}>
      {pages.map(([page, name]) => (
        <li key={page}>
          <Link href={paths.helpFor(page)}>{name}</Link>
        </li>
      ))}
    </ul>
  )
}
