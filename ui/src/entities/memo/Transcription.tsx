import styles from './Transcription.module.css'

/** What a picture says, for those who see it and cannot read the hand. */
export function Transcription({ text }: { text: string | null | undefined }) {
  if (!text) return null
  return (
    <details className={styles.letters}>
      <summary>Transcription</summary>
      <p>{text}</p>
    </details>
  )
}
