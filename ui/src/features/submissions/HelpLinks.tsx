import { Link } from 'wouter'
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

/** How it goes on each device. */
export function HelpLinks() {
  return (
    <ul className={styles.links}>
      {PAGES.map(([page, name]) => (
        <li key={page}>
          <Link href={paths.helpFor(page)}>{name}</Link>
        </li>
      ))}
    </ul>
  )
}
