import type { ReactNode } from 'react'
import { useStored } from '../../lib/storage'
import { paths } from '../../paths'
import { Button } from '../../ui/Button'
import { ButtonLink } from '../../ui/ButtonLink'
import styles from './HelpHead.module.css'

interface HelpHeadProps {
  title: string
  lead: string
  drawing?: ReactNode
}

/** The heading of every help page, and the two ways to keep it beside the work: return, or print. */
export function HelpHead({ title, lead, drawing }: HelpHeadProps) {
  const bid = useStored('bid')
  return (
    <div className={styles.head}>
      <div>
        <h1 tabIndex={-1}>{title}</h1>
        <p className={styles.lead}>{lead}</p>
        <div className={`row ${styles.ways}`}>
          {bid && (
            <ButtonLink href={paths.contribute('hand', bid)} look="primary">
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
