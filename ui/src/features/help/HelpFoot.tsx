import { Link } from 'wouter'
import { type HelpPage, paths } from '../../paths'
import { helpPages } from './guides/all'
import styles from './HelpFoot.module.css'

/** Turns the pages; both ends lead to the list. */
export function HelpFoot({ page }: { page: HelpPage }) {
  const pages = helpPages()
  const index = pages.findIndex((each) => each.page === page)
  const previous = pages[index - 1]
  const next = pages[index + 1]
  return (
    <nav className={styles.foot} aria-label="Help pages">
      {previous && (
        <Link href={paths.helpFor(previous.page)} rel="prev" className={styles.link}>
          <span aria-hidden="true">‹ </span>
          {previous.title}
        </Link>
      )}
      <Link href={paths.help} className={styles.link}>
        All help
      </Link>
      {next && (
        <Link href={paths.helpFor(next.page)} rel="next" className={styles.link}>
          {next.title}
          <span aria-hidden="true"> ›</span>
        </Link>
      )}
    </nav>
  )
}
