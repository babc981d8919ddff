import styles from './Transcription.module.css'

/** Transcription of a picture, for readers who cannot decipher the handwriting. */
export function Transcription({ text }: { text: string | null | undefined }) {
  if (!text) return null
  return (
    <details className={styles.letters}>
      <summary>Transcription</summary>
      <p>{text}</p>
    </details>
  )
}
