import { type ReactNode, useEffect, useRef } from 'react'
import { formatFileSize } from '../lib/format'
import { Button } from './Button'
import styles from './FileRow.module.css'
import { useDroppedFiles } from './use-dropped-files'

const MARKS = { way: '↑', bad: '⚠', good: '✓' }

interface FileRowProps {
  /** One that another device has sent has no known size. */
  file: { name: string; size?: number }
  mark: keyof typeof MARKS
  /** The words of the button beside it. */
  action: string
  onAction(): void
  children?: ReactNode
}

/** A file that was chosen, what can be done with it, and what there is to say about it. */
export function FileRow({ file, mark, action, onAction, children }: FileRowProps) {
  const row = useRef<HTMLDivElement>(null)

  // The drop zone, or a row before, has gone with the focus.
  useEffect(() => {
    if (document.activeElement === document.body) row.current?.focus()
  }, [])
  useDroppedFiles(undefined)

  return (
    <div ref={row} tabIndex={-1} className={styles.row} data-mark={mark}>
      <div className={styles.head}>
        <span className={styles.thumbnail} aria-hidden="true">
          {MARKS[mark]}
        </span>
        <span className={styles.name}>
          <strong>{file.name}</strong>{' '}
          {file.size !== undefined && (
            <span className={`meta ${styles.size}`}>{formatFileSize(file.size)}</span>
          )}
        </span>
        <Button onClick={onAction}>{action}</Button>
      </div>
      {children}
    </div>
  )
}
