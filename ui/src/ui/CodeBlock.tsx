import styles from './CodeBlock.module.css'

/** Terminal input or output, line by line. */
export function CodeBlock({ children }: { children: string }) {
  return <pre className={styles.terminal}>{children}</pre>
}
