import type { ComponentProps } from 'react'
import { cx } from './cx'
import styles from './Icon.module.css'

/** Paths of the icons. Not characters, because fonts of e-readers lack them. */
const SHAPES = {
  note: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M12 11v6M12 7.2v.1',
  good: 'm4.5 12.5 5 5 10-11',
  warn: 'M12 4 2.8 20h18.4zM12 10v4.5M12 17.2v.1',
  error: 'M8.3 3h7.4L21 8.3v7.4L15.7 21H8.3L3 15.7V8.3zM12 8v5M12 16.2v.1',
  back: 'M20 12H4.5M11 5l-7 7 7 7',
  plus: 'M12 4.5v15M4.5 12h15',
  down: 'm6 9.5 6 6 6-6',
  book: 'M12 6.5C9.5 4.5 6.5 4 3 4v14c3.5 0 6.5.5 9 2.5 2.5-2 5.5-2.5 9-2.5V4c-3.5 0-6.5.5-9 2.5zM12 6.5v14',
  pen: 'm15.5 4.5 4 4L8.5 19.5 3.5 20.5l1-5zM13 7l4 4',
  thread: 'M4 4h12v9H9l-3.5 3.5V13H4zM19 8h1v9h-1.5v3.5L15 17h-4',
  heart:
    'M12 20.5 4 12.3a4.9 4.9 0 0 1 0-6.9 4.8 4.8 0 0 1 6.8 0L12 6.6l1.2-1.2a4.8 4.8 0 0 1 6.8 0 4.9 4.9 0 0 1 0 6.9z',
  person: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8M4 21c.5-4.5 3.5-7 8-7s7.5 2.5 8 7',
  bin: 'M4 6.5h16M9 6.5V4h6v2.5M6 6.5l1 14h10l1-14M10 10.5v6M14 10.5v6',
  share: 'M12 15V3.5M7.5 8 12 3.5 16.5 8M7 11.5H5v9h14v-9h-2',
} as const

export type IconName = keyof typeof SHAPES

interface IconProps extends ComponentProps<'svg'> {
  name: IconName
}

/** Icon at text height. Decorative: always beside text. */
export function Icon({ name, className, ...svg }: IconProps) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" {...svg} className={cx(styles.icon, className)}>
      <path d={SHAPES[name]} />
    </svg>
  )
}
