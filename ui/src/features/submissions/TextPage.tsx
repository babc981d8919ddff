import { useState } from 'react'
import { type Question, useBook, useQuestions } from '../../entities/book/queries'
import { useMemos } from '../../entities/memo/queries'
import { readDraft } from '../../lib/drafts'
import { useMember } from '../../lib/session'
import { Button } from '../../ui/Button'
import { NoQuestions } from './NoQuestions'
import { answerStatus, PromptCard } from './PromptCard'
import { QuestionDialog } from './QuestionDialog'
import { SubmissionFrame } from './SubmissionFrame'
import { TextEditor } from './TextEditor'
import styles from './TextPage.module.css'

/** Typed answers: choose a question, type, save. */
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

interface TextDialogProps {
  bid: string
  questions: Question[]
  /** Saved texts by question key. */
  texts: Map<string, string>
  index: number
  onShow(index: number): void
  onClose(): void
}

/** Dialog that goes through the questions with their answers. Drafts are kept. */
function TextDialog({ bid, questions, texts, index, onShow, onClose }: TextDialogProps) {
  const question = questions[index]
  if (!question) return null

  const first = index === 0
  const last = index === questions.length - 1
  return (
    <QuestionDialog question={question} onClose={onClose}>
      <TextEditor
        key={question.key}
        bid={bid}
        question={question}
        saved={texts.get(question.key) ?? ''}
      />
      <div className="row">
        {/* Not `disabled`: the focus would be lost from the button that led to the last question. */}
        <Button aria-disabled={first || undefined} onClick={() => first || onShow(index - 1)}>
          Previous
        </Button>
        <Button aria-disabled={last || undefined} onClick={() => last || onShow(index + 1)}>
          Next
        </Button>
        <span className="meta" role="status">
          {index + 1} of {questions.length}
        </span>
      </div>
    </QuestionDialog>
  )
}
