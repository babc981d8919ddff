import styles from './DropZone.module.css'

/** Overlay shown while a file is dragged over the page. */
export const DropTarget = () => (
  <span className={styles.target} aria-hidden="true">
    Drop it anywhere
  </span>
)
