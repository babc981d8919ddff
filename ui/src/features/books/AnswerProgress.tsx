import { useQuestions } from '../../api/books'
import type { Memo } from '../../api/memos'
import styles from './AnswerProgress.module.css'

/** Which prompts of the book the member has answered, and which are still open. */
export function AnswerProgress({ bid, memos }: { bid: string; memos: Memo[] }) {
  const questions = useQuestions(bid)
  const answered = new Set(memos.map(({ qid }) => qid))
  const open = questions.filter(({ key }) => !answered.has(key))
  if (questions.length === 0) return null
  if (open.length === 0) return <p>You have answered every question of this book.</p>
  return (
    <details>
      <summary>
        You have answered {questions.length - open.length} of {questions.length} questions.
      </summary>
      <p>Still open:</p>
      <ul className={styles.open}>
        {open.map(({ key, description }) => (
          <li key={key}>{description}</li>
        ))}
      </ul>
    </details>
  )
}
