import { useState } from 'react'
import { useBook, useQuestions } from '../../api/books'
import { useMemos } from '../../api/memos'
import { readDraft } from '../../lib/drafts'
import { useMember } from '../../lib/session'
import { answerStatus } from './answer-status'
import { NoQuestions } from './NoQuestions'
import { PromptCard } from './PromptCard'
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
        {questions.length === 0 && <NoQuestions />}
        <ul className="cards">
          {questions.map((question, index) => (
            <li key={question.key}>
              <PromptCard
                question={question}
                badge={
                  readDraft(`${uid}/${bid}/${question.key}`) === undefined ? undefined : 'Draft'
                }
                onOpen={() => setShown(index)}
              >
                <span className={texts.has(question.key) ? styles.answer : 'meta'}>
                  {texts.get(question.key) ?? answerStatus(memos, question.key)}
                </span>
              </PromptCard>
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
