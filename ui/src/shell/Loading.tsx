import { words } from './error-texts'
import styles from './Loading.module.css'

export function Loading() {
  return (
    <p className={styles.loading} role="status">
      {words.loading}
    </p>
  )
}
