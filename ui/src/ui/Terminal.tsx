import styles from './Terminal.module.css'

/** What is typed in a terminal, or stands in it: signs that count, line by line. */
export function Terminal({ children }: { children: string }) {
  return <pre className={styles.terminal}>{children}</pre>
}
