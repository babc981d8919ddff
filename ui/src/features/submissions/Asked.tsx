import styles from './Asked.module.css'

interface AskedProps {
  number: number
  question: string
}

/** The question that a card is about; as high as two lines, so that cards in a row agree. */
export function Asked({ number, question }: AskedProps) {
  return (
    <>
      <span className={styles.number}>Question {number}</span>
      <span className={styles.question}>{question}</span>
    </>
  )
}
