import { type ReactNode, useId } from 'react'
import { Page } from '../../ui/Page'
import styles from './Article.module.css'

interface ArticleProps {
  title: string
  lead: ReactNode
  drawing: ReactNode
  children: ReactNode
}

/** Layout of a text page: a drawing beside the lead, then sections. */
export function Article({ title, lead, drawing, children }: ArticleProps) {
  return (
    <Page title={title} ownHeading>
      <div className={styles.opening}>
        <div>
          <h1 tabIndex={-1}>{title}</h1>
          <p className={styles.lead}>{lead}</p>
        </div>
        <div className={styles.drawing}>{drawing}</div>
      </div>
      {children}
    </Page>
  )
}

interface SectionProps {
  title: string
  /** Small drawing below the title. */
  drawing?: ReactNode
  /** For tables: below the title, across the whole page. */
  wide?: boolean
  children: ReactNode
}

/** Section with its title in the margin where there is room, so that lines keep a readable length. */
export function Section({ title, drawing, wide = false, children }: SectionProps) {
  const id = useId()
  return (
    <section className={wide ? styles.wide : styles.section} aria-labelledby={id}>
      <div>
        <h2 id={id}>{title}</h2>
        {drawing && <div className={styles.mark}>{drawing}</div>}
      </div>
      <div className={`stack ${styles.text}`}>{children}</div>
    </section>
  )
}

/** List of short points. */
export function Points({ children }: { children: ReactNode }) {
  return <ul className={styles.points}>{children}</ul>
}
