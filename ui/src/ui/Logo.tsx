import styles from './Logo.module.css'

/** The word, with the top of its last letter folded over like the corner of a page. */
export function Logo() {
  return (
    <span className={styles.logo}>
      Inkfold
      <svg className={styles.fold} viewBox="0 0 10 10" aria-hidden="true">
        <path className={styles.cut} d="M0 0h10v10z" />
        <path className={styles.flap} d="M0 0v10h10z" />
      </svg>
    </span>
  )
}
