import type { ReactNode } from 'react'
import type { HelpPage } from '../../paths'
import { Page } from '../../ui/Page'
import { HelpFoot } from './HelpFoot'
import { HelpHead } from './HelpHead'
import styles from './HelpSheet.module.css'

interface HelpSheetProps {
  title: string
  lead: string
  drawing?: ReactNode
  /** Which page this is among the others; the list itself has no neighbours. */
  page?: HelpPage
  children: ReactNode
}

/** Any help page: on the screen a page like the others, on paper one sheet with nothing to press. */
export function HelpSheet({ title, lead, drawing, page, children }: HelpSheetProps) {
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
