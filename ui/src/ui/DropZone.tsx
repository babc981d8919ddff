import type { ChangeEvent, ReactNode } from 'react'
import styles from './DropZone.module.css'
import { useDroppedFiles } from './use-dropped-files'

interface DropZoneProps {
  /** As of the `accept` attribute. */
  accept: string
  onFiles(files: File[]): void
  children: ReactNode
}

/** Takes files by click, by drop anywhere on the page, and by paste. */
export function DropZone({ accept, onFiles, children }: DropZoneProps) {
  const over = useDroppedFiles(onFiles)
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    onFiles(Array.from(target.files ?? []))
    // Or the same file could not be chosen again.
    target.value = ''
  }
  return (
    <label className={styles.zone}>
      <input type="file" accept={accept} className="visually-hidden" onChange={choose} />
      {children}
      {over && (
        <span className={styles.target} aria-hidden="true">
          Drop it anywhere
        </span>
      )}
    </label>
  )
}
