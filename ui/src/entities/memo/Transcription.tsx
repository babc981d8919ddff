import styles from './Transcription.module.css'

/** What a picture says, for those who see it and cannot read the hand. */
export function Transcription({ words }: { words: string | null | undefined }) {
  if (!words) return null
  return (
    <details className={styles.letters}>
      <summary>Transcription</summary>
      <p>{words}</p>
    </details>
  )
}
