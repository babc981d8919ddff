import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useStored } from '../../lib/storage'
import { type HelpPage, paths } from '../../paths'
import { Button } from '../../ui/Button'
import { ButtonLink } from '../../ui/ButtonLink'
import { Page } from '../../ui/Page'
import { helpPages } from './guides/all'
import styles from './HelpLayout.module.css'

interface HelpSheetProps {
  title: string
  lead: string
  drawing?: ReactNode
  /** Which page this is among the others; the list itself has no neighbours. */
  page?: HelpPage
  children: ReactNode
}

/** Any help page: on the screen a page like the others, on paper one sheet with nothing to press. */
export function HelpLayout({ title, lead, drawing, page, children }: HelpSheetProps) {
  return (
    <Page title={title} ownHeading>
      <div className={styles.sheet}>
        <HelpHead title={title} lead={lead} drawing={drawing} />
        {children}
        {page && <HelpFoot page={page} />}
      </div>
    </Page>
  )
}

/** Turns the pages; both ends lead to the list. */
function HelpFoot({ page }: { page: HelpPage }) {
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

interface HelpHeadProps {
  title: string
  lead: string
  drawing?: ReactNode
}

/** The heading of every help page, and the two ways to keep it beside the work: return, or print. */
function HelpHead({ title, lead, drawing }: HelpHeadProps) {
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
