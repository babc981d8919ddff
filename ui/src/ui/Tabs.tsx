import type { ComponentProps } from 'react'
import { Link } from 'wouter'
import { formatNumber } from '../lib/format'
import { Badge } from './Badge'
import { cx } from './cx'
import styles from './Tabs.module.css'
import { LinkTooltip } from './Tooltip'

export interface Tab {
  label: string
  href: string
  /** Number of items behind the tab, and their name for screen readers. */
  count?: number
  counted?: string
  current: boolean
  /** Description shown on hover. The page itself must say it too. */
  help?: string
}

interface TabsProps extends ComponentProps<'nav'> {
  label: string
  tabs: Tab[]
}

/** Tabs as links: each page has its own address. */
export function Tabs({ label, tabs, className, ...nav }: TabsProps) {
  return (
    <nav aria-label={label} {...nav} className={cx(styles.tabs, className)}>
      {tabs.map((tab) => (
        <LinkTooltip key={tab.href} text={tab.current ? undefined : tab.help}>
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
                  {formatNumber(tab.count)}
                  <span className="visually-hidden"> {tab.counted}</span>
                </Badge>
              )}
            </Link>
          )}
        </LinkTooltip>
      ))}
    </nav>
  )
}
