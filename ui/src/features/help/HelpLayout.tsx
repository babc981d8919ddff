import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useStored } from '../../lib/storage'
import { type HelpPage, paths } from '../../paths'
import { Button } from '../../ui/Button'
import { ButtonLink } from '../../ui/ButtonLink'
import { Page } from '../../ui/Page'
import { helpPages } from './guides/all'
import styles from './HelpLayout.module.css'

interface HelpLayoutProps {
  title: string
  lead: string
  drawing?: ReactNode
  /** This page among the others; undefined for the index. */
  page?: HelpPage
  children: ReactNode
}

/** Layout of help pages. In print, one sheet without links and buttons. */
export function HelpLayout({ title, lead, drawing, page, children }: HelpLayoutProps) {
  return (
    <Page title={title} ownHeading>
      <div className={styles.sheet}>
        <HelpHeader title={title} lead={lead} drawing={drawing} />
        {children}
        {page && <HelpPager page={page} />}
      </div>
    </Page>
  )
}

/** Links to the previous and next page; both ends lead to the index. */
function HelpPager({ page }: { page: HelpPage }) {
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

interface HelpHeaderProps {
  title: string
  lead: string
  drawing?: ReactNode
}

/** Heading of a help page, with buttons to return to the form and to print. */
function HelpHeader({ title, lead, drawing }: HelpHeaderProps) {
  const bid = useStored('bid')
  return (
    <div className={styles.head}>
      <div>
        <h1 tabIndex={-1}>{title}</h1>
        <p className={styles.lead}>{lead}</p>
        <div className={`row ${styles.ways}`}>
          {bid && (
            <ButtonLink href={paths.contribute('hand', bid)} variant="primary">
              Back to your form
            </ButtonLink>
          )}
          <Button onClick={() => window.print()}>Print this page</Button>
        </div>
      </div>
      {drawing && <div className={styles.drawing}>{drawing}</div>}
    </div>
  )
}
