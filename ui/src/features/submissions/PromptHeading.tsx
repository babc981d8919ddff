import styles from './PromptHeading.module.css'

interface PromptHeadingProps {
  number: number
  question: string
}

/** The question that a card is about; as high as two lines, so that cards in a row agree. */
export function PromptHeading({ number, question }: PromptHeadingProps) {
  return (
    <>
      <span className={styles.number}>Question {number}</span>
      <span className={styles.question}>{question}</span>
    </>
  )
}
