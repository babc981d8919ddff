import { useState } from 'react'
import { useBook, useQuestions } from '../../api/books'
import { useMemos } from '../../api/memos'
import { readDraft } from '../../lib/drafts'
import { useMember } from '../../lib/session'
import { Badge } from '../../ui/Badge'
import { Card } from '../../ui/Card'
import { SubmissionFrame } from './SubmissionFrame'
import { TextDialog } from './TextDialog'
import styles from './TextPage.module.css'

/** Answers for those without a stylus: pick a prompt, type, save. */
export function TextPage({ bid }: { bid: string }) {
  const { uid } = useMember()
  const book = useBook(bid)
  const questions = useQuestions(bid)
  const memos = useMemos(bid)
  const [shown, setShown] = useState<number>()
  const typed = memos.flatMap(({ type, qid, post }) =>
    type === 'text' && post ? [[qid, post] as const] : [],
  )
  const texts = new Map(typed)
  return (
    <SubmissionFrame type="text" book={book}>
      <section className="stack" aria-labelledby="how">
        <h2 id="how">How It Works</h2>
        <p>
          Choose a question and type your answer, 400 characters at most. You may change it until
          the book is compiled.
        </p>
        <ul className="cards">
          {questions.map(({ key, number, description }, index) => (
            <li key={key}>
              <Card>
                <button type="button" className={styles.prompt} onClick={() => setShown(index)}>
                  <span className={styles.number}>Question {number}</span>
                  <span className={styles.question}>{description}</span>
                  {readDraft(`${uid}/${bid}/${key}`) !== undefined && (
                    <span className={styles.draft}>
                      <Badge>Draft</Badge>
                    </span>
                  )}
                  <span className={texts.has(key) ? styles.answer : 'meta'}>
                    {texts.get(key) ?? 'Not answered yet'}
                  </span>
                </button>
              </Card>
            </li>
          ))}
        </ul>
      </section>
      {shown !== undefined && (
        <TextDialog
          bid={bid}
          questions={questions}
          texts={texts}
          index={shown}
          onShow={setShown}
          onClose={() => setShown(undefined)}
        />
      )}
    </SubmissionFrame>
  )
}
