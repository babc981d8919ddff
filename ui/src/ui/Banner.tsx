import type { ReactNode } from 'react'
import styles from './Banner.module.css'

type Tone = 'note' | 'good' | 'error'

const ICONS: Record<Tone, string> = { note: 'ⓘ', good: '✓', error: '⚠' }

interface BannerProps {
  tone?: Tone
  children: ReactNode
}

/** Something that the reader should know before going on. Errors are read out at once. */
export function Banner({ tone = 'note', children }: BannerProps) {
  return (
    <div
      className={`${styles.banner} ${styles[tone] ?? ''}`}
      role={tone === 'error' ? 'alert' : 'status'}
    >
      <span className={styles.icon} aria-hidden="true">
        {ICONS[tone]}
      </span>
      <div>{children}</div>
    </div>
  )
}
