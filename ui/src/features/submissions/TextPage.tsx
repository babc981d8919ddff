import { type KeyboardEvent, useState } from 'react'
import { ClosureNotice } from '../../entities/book/BookDates'
import { type Book, type Question, useBook, useQuestions } from '../../entities/book/queries'
import { useMemos } from '../../entities/memo/queries'
import { readDraft, useDraft } from '../../lib/drafts'
import { useGuestBook, useMember } from '../../lib/session'
import { Button } from '../../ui/Button'
import { countCharacters } from '../../ui/checks'
import { Pager } from '../../ui/Pager'
import { TextArea } from '../../ui/TextArea'
import { answerStatus, NoQuestions, QuestionCard, QuestionDialog } from './QuestionCard'
import { MAX_CHARACTERS, MIN_CHARACTERS, usePublishText } from './queries'
import { SubmissionFrame } from './SubmissionFrame'
import styles from './TextPage.module.css'
import { AcceptanceNotice, SubmissionError } from './VerifyFirst'

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
          Choose a question and type your answer, {MAX_CHARACTERS} characters at most. You may
          change it until the book is compiled.
        </p>
        {questions.length === 0 && <NoQuestions />}
        <ul className="cards">
          {questions.map((question, index) => (
            <li key={question.key}>
              <QuestionCard
                question={question}
                badge={
                  readDraft(`${uid}/${bid}/${question.key}`) === undefined ? undefined : 'Draft'
                }
                onOpen={() => setShown(index)}
              >
                <span className={texts.has(question.key) ? styles.answer : 'meta'}>
                  {texts.get(question.key) ?? answerStatus(memos, question.key)}
                </span>
              </QuestionCard>
            </li>
          ))}
        </ul>
      </section>
      {shown !== undefined && (
        <TextDialog
          book={book}
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
  book: Book
  questions: Question[]
  /** Saved texts by question key. */
  texts: Map<string, string>
  index: number
  onShow(index: number): void
  onClose(): void
}

/** Dialog that goes through the questions with their answers. Drafts are kept. */
function TextDialog({ book, questions, texts, index, onShow, onClose }: TextDialogProps) {
  const question = questions[index]
  if (!question) return null

  return (
    <QuestionDialog question={question} onClose={onClose}>
      <TextEditor
        key={question.key}
        book={book}
        question={question}
        saved={texts.get(question.key) ?? ''}
      />
      <Pager
        label="Questions"
        page={index + 1}
        pages={questions.length}
        position={`${index + 1} of ${questions.length}`}
        onPage={(page) => onShow(page - 1)}
      />
    </QuestionDialog>
  )
}

interface TextEditorProps {
  book: Book
  question: Question
  /** Text on the server. */
  saved: string
}

/** Editor for one typed answer. */
function TextEditor({ book, question, saved }: TextEditorProps) {
  const { uid } = useMember()
  const { text, change, markSaved } = useDraft(`${uid}/${book.id}/${question.key}`, saved)
  const [typed, setTyped] = useState(false)
  const publish = usePublishText(book.id, markSaved)
  const isGuest = useGuestBook() !== null

  const length = countCharacters(text)
  const ready = text.trim() !== saved && length >= MIN_CHARACTERS && length <= MAX_CHARACTERS
  const save = () => {
    if (!ready || publish.isPending) return
    publish.mutate({ question, post: text })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      save()
    }
  }

  return (
    <div className="stack">
      <TextArea
        name="post"
        label="Your answer"
        rows={7}
        value={text}
        maxCharacters={MAX_CHARACTERS}
        onChange={(event) => {
          setTyped(true)
          change(event.target.value)
        }}
        onKeyDown={onKeyDown}
      />
      <ClosureNotice schedule={book.schedule} error={publish.error} />
      <AcceptanceNotice error={publish.error} />
      <SubmissionError error={publish.error} />
      <div className="row">
        <Button variant="primary" busy={publish.isPending} disabled={!ready} onClick={save}>
          {publish.isPending ? 'Saving…' : 'Save'}
        </Button>
        <span className="meta" role="status">
          {stateOf(typed, text, saved)}{' '}
          {isGuest && publish.isSuccess && text.trim() === saved && WAITING}
        </span>
      </div>
    </div>
  )
}

/** Said to guests after a submission. */
const WAITING = 'Your answer waits until somebody who looks after the book accepts it.'

function stateOf(typed: boolean, text: string, saved: string) {
  if (text.trim() === saved) return saved ? 'Saved.' : ''
  if (saved && text.trim() === '') return 'To remove this answer, withdraw it in your entries.'
  if (countCharacters(text) < MIN_CHARACTERS) {
    return `An answer has at least ${MIN_CHARACTERS} characters.`
  }
  return typed ? 'Not saved yet. Your draft stays on this device.' : 'An unsaved draft.'
}
