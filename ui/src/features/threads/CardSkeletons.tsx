import { PAGE_SIZE } from '../../entities/post/queries'
import { Card } from '../../ui/Card'
import { Skeleton } from '../../ui/Skeleton'
import styles from './PostCard.module.css'
import { SHAPE } from './Thumbnail'

/** Placeholders for the next posts. */
export function CardSkeletons() {
  return Array.from({ length: PAGE_SIZE }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: one is as good as another.
    <li key={index}>
      <Card>
        <div className={styles.card}>
          <Skeleton picture={SHAPE} label={index === 0 ? 'Loading posts…' : ''} />
          <div className={styles.name} />
          <p className={`meta ${styles.facts}`}>&nbsp;</p>
          <div className={styles.place} />
        </div>
      </Card>
    </li>
  ))
}
