import type { ComponentProps } from 'react'
import styles from './Banner.module.css'
import { cx } from './cx'
import { Icon } from './Icon'

export type Tone = 'note' | 'good' | 'warn' | 'error'

interface BannerProps extends ComponentProps<'div'> {
  tone?: Tone
}

/** Notice that the reader should see first. Screen readers announce errors at once. */
export function Banner({ tone = 'note', className, children, ...div }: BannerProps) {
  return (
    <div
      role={tone === 'error' ? 'alert' : 'status'}
      {...div}
      className={cx(styles.banner, styles[tone], className)}
    >
      <Icon name={tone} className={styles.icon} />
      <div className={styles.words}>{children}</div>
    </div>
  )
}
