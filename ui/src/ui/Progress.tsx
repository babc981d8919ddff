import styles from './Progress.module.css'

interface ProgressProps {
  label: string
  /** 0 to 100; without it the work has no known end. */
  percent?: number
}

export function Progress({ label, percent }: ProgressProps) {
  return <progress className={styles.progress} aria-label={label} max={100} value={percent} />
}
