import { words } from '../locales/en'
import styles from './Loading.module.css'

export function Loading() {
  return (
    <p className={styles.loading} role="status">
      {words.loading}
    </p>
  )
}
