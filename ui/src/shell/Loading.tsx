import styles from './Loading.module.css'
import { words } from './words'

export function Loading() {
  return (
    <p className={styles.loading} role="status">
      {words.loading}
    </p>
  )
}
