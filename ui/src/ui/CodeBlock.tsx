import styles from './CodeBlock.module.css'

/** What is typed in a terminal, or stands in it: signs that count, line by line. */
export function CodeBlock({ children }: { children: string }) {
  return <pre className={styles.terminal}>{children}</pre>
}
