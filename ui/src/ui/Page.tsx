import { type ReactNode, useEffect, useRef } from 'react'
import { arrive } from '../lib/arrival'
import styles from './Page.module.css'

interface PageProps {
  title: string
  lead?: ReactNode
  /** A form reads better in a narrow column. */
  narrow?: boolean
  /** For pages that show their heading in a place of their own. */
  ownHeading?: boolean
  children?: ReactNode
}

/** One address: its title, its heading, and where focus goes on arrival. */
export function Page({ title, lead, narrow = false, ownHeading = false, children }: PageProps) {
  const page = useRef<HTMLDivElement>(null)

  useEffect(() => {
    document.title = `${title} · Inkfold`
  }, [title])

  useEffect(() => arrive(page.current?.querySelector('h1') ?? null), [])

  return (
    <div ref={page} className={`${styles.page} ${narrow ? styles.narrow : ''}`}>
      {!ownHeading && (
        <div className={styles.head}>
          <h1 tabIndex={-1}>{title}</h1>
          {lead && <p className={styles.lead}>{lead}</p>}
        </div>
      )}
      {children}
    </div>
  )
}
