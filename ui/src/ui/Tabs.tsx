import type { ComponentProps } from 'react'
import { Link } from 'wouter'
import { Badge } from './Badge'
import { cx } from './cx'
import styles from './Tabs.module.css'
import { LinkTip } from './Tip'

export interface Tab {
  label: string
  href: string
  /** How many things stand behind it, and what they are, for those who hear the number. */
  count?: number
  counted?: string
  current: boolean
  /** What one does there, for those who point at it. The page behind it says it too. */
  help?: string
}

interface TabsProps extends ComponentProps<'nav'> {
  label: string
  tabs: Tab[]
}

/** Pages side by side. They are links: each has an address of its own. */
export function Tabs({ label, tabs, className, ...nav }: TabsProps) {
  return (
    <nav aria-label={label} {...nav} className={cx(styles.tabs, className)}>
      {tabs.map((tab) => (
        <LinkTip key={tab.href} words={tab.current ? undefined : tab.help}>
          {(describedBy) => (
            <Link
              href={tab.href}
              className={styles.tab}
              aria-current={tab.current ? 'page' : undefined}
              aria-describedby={describedBy}
            >
              {tab.label}
              {tab.count !== undefined && (
                <Badge className={styles.count}>
                  {tab.count}
                  <span className="visually-hidden"> {tab.counted}</span>
                </Badge>
              )}
            </Link>
          )}
        </LinkTip>
      ))}
    </nav>
  )
}
