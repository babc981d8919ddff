import styles from './CheckedOn.module.css'
import type { Guide } from './guides/guide'

/** Menus change with updates: the reader must see how old these words are, and what they rest on. */
const DAY = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  // The data names a day, not a moment; e-readers often do not know where they are.
  timeZone: 'UTC',
})

export function CheckedOn({ on, software }: Guide['checked']) {
  return (
    <div className={styles.stamp}>
      <p className={styles.day}>
        Checked on <time dateTime={on}>{DAY.format(new Date(on))}</time>
      </p>
      {software && <p>{software}</p>}
      <p>against what makers and owners wrote, not on a device of ours</p>
    </div>
  )
}
