import { type ReactNode, useId } from 'react'
import { Page } from '../../ui/Page'
import styles from './Article.module.css'

interface ArticleProps {
  title: string
  lead: ReactNode
  drawing: ReactNode
  children: ReactNode
}

/** A page to be read: a drawing beside its first words, then one section below the other. */
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
  /** A small one, below the title. */
  drawing?: ReactNode
  /** For tables: below the title, across the whole page. */
  wide?: boolean
  children: ReactNode
}

/** Its title stands in the margin where there is one, so that lines keep to the reading measure. */
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

/** Short things to know, each on a line of its own. */
export function Points({ children }: { children: ReactNode }) {
  return <ul className={styles.points}>{children}</ul>
}
