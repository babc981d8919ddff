import { type ReactNode, useEffect, useRef } from 'react'
import { formatFileSize } from '../lib/format'
import { Button } from './Button'
import { useDroppedFiles } from './DropZone'
import styles from './FileRow.module.css'

const MARKS = { way: '↑', bad: '⚠', good: '✓' }

interface FileRowProps {
  /** Without a size for a file from another device. */
  file: { name: string; size?: number }
  mark: keyof typeof MARKS
  /** Label of the button. */
  action: string
  onAction(): void
  children?: ReactNode
}

/** Chosen file with a button and a status. */
export function FileRow({ file, mark, action, onAction, children }: FileRowProps) {
  const row = useRef<HTMLDivElement>(null)

  // The drop zone or row that had the focus is gone.
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
