import { Link } from 'wouter'
import { Badge } from './Badge'
import styles from './Tabs.module.css'

export interface Tab {
  label: string
  href: string
  /** How many things stand behind it, and what they are, for those who hear the number. */
  count: number
  counted: string
  current: boolean
}

/** Pages side by side. They are links: each has an address of its own. */
export function Tabs({ label, tabs }: { label: string; tabs: Tab[] }) {
  return (
    <nav className={styles.tabs} aria-label={label}>
      {tabs.map((tab) => (
        <Link
          key={tab.href}
          href={tab.href}
          className={styles.tab}
          aria-current={tab.current ? 'page' : undefined}
        >
          {tab.label}
          <span className={styles.count}>
            <Badge>
              {tab.count}
              <span className="visually-hidden"> {tab.counted}</span>
            </Badge>
          </span>
        </Link>
      ))}
    </nav>
  )
}
