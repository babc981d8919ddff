import type { ChangeEvent, ComponentProps } from 'react'
import { cx } from './cx'
import { DropTarget } from './DropTarget'
import styles from './DropZone.module.css'
import { useDroppedFiles } from './use-dropped-files'

interface DropZoneProps extends Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange'> {
  /** Called with all files, unchecked. */
  onFiles(files: File[]): void
}

/** File chooser by click, by drop anywhere on the page, and by paste. */
export function DropZone({ onFiles, className, children, disabled, ...input }: DropZoneProps) {
  const over = useDroppedFiles(disabled ? undefined : onFiles)
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    onFiles(Array.from(target.files ?? []))
    // Otherwise the same file could not be chosen again.
    target.value = ''
  }
  return (
    <label className={cx(styles.zone, disabled && styles.disabled, className)}>
      <input
        {...input}
        type="file"
        disabled={disabled}
        className="visually-hidden"
        onChange={choose}
      />
      {children}
      {over && <DropTarget />}
    </label>
  )
}
