import styles from './DropZone.module.css'

/** Covers the page while a file is dragged over it. */
export const DropTarget = () => (
  <span className={styles.target} aria-hidden="true">
    Drop it anywhere
  </span>
)
