import { type KeyboardEvent, useState } from 'react'
import { errorMessage } from '../../../lib/api-error'
import { focusAfterRender } from '../../../lib/focus-after-render'
import { plural } from '../../../lib/format'
import { useNavigationGuard } from '../../../lib/navigation-guard'
import { useMember } from '../../../lib/session'
import { Banner } from '../../../ui/Banner'
import { Button } from '../../../ui/Button'
import { cx } from '../../../ui/cx'
import { Dialog } from '../../../ui/Dialog'
import { EmptyState } from '../../../ui/EmptyState'
import { BlankSheet } from '../../../ui/illustrations/empty-states'
import type { BookDetails } from '../books/queries'
import { editorOf, moverOf, useUnsavedQuestions } from './draft'
import { ImportDialog } from './ImportDialog'
import { QuestionForm } from './QuestionForm'
import styles from './QuestionsEditor.module.css'
import { type AdminQuestion, type Question, useSaveQuestions } from './queries'

/** Open form: a question by its key, or a new one. */
type Place = { key: string } | 'new'

/** Editor for the questions of a book. All changes are saved together, because each save makes a new form. */
export function QuestionsEditor({ details: { book, questions } }: { details: BookDetails }) {
  const { uid } = useMember()
  const draft = useUnsavedQuestions(questions)
  const [place, setPlace] = useState<Place>()
  const [dialog, setDialog] = useState<{ answered: string } | 'import'>()
  const save = useSaveQuestions(book.id, (sent) => {
    // The Save button is removed; but the focus of an open form must stay.
    if (draft.markSaved(sent) && !place) focusAfterRender('questions')
  })
  useNavigationGuard(
    draft.isChanged || place ? 'Your changes to the questions aren’t saved yet.' : undefined,
  )

  const savedQuestion = (key: string) => questions.find((each) => each.key === key)
  const others = (key?: string) =>
    draft.questions.map((each) => each.key).filter((each) => each !== key)
  const closeForm = (id: string) => {
    setPlace(undefined)
    focusAfterRender(id)
  }
  const remove = (key: string) => {
    if (savedQuestion(key)?.answered) setDialog({ answered: key })
    else draft.remove(key)
  }
  const formFor = (question: Question | undefined) => {
    const id = question ? editorOf(question.key) : 'add-question'
    return (
      <QuestionForm
        draft={`${uid}/${book.id}/question/${question?.key ?? ''}`}
        question={question}
        taken={others(question?.key)}
        onDone={(typed) => {
          if (question) draft.edit(typed.key, typed.description)
          else draft.add(typed)
          closeForm(id)
        }}
        onCancel={() => closeForm(id)}
      />
    )
  }

  const answered = typeof dialog === 'object' ? savedQuestion(dialog.answered) : undefined
  return (
    <section className={cx('stack', styles.editor)} aria-labelledby="questions">
      <h2 id="questions" tabIndex={-1}>
        Questions
      </h2>
      {save.error && draft.isChanged && <Banner tone="error">{errorMessage(save.error)}</Banner>}
      {draft.questions.length === 0 && (
        <EmptyState drawing={<BlankSheet />} title="This book has no questions yet." />
      )}
      <ol className={styles.questions}>
        {draft.questions.map((question, index) => (
          <li key={question.key} className={styles.question}>
            {typeof place === 'object' && place.key === question.key ? (
              <div className={styles.form}>{formFor(question)}</div>
            ) : (
              <QuestionItem
                question={question}
                number={index + 1}
                of={draft.questions.length}
                memos={savedQuestion(question.key)?.memos ?? 0}
                onMove={(by) => draft.move(question.key, by)}
                onEdit={() => setPlace({ key: question.key })}
                onRemove={() => remove(question.key)}
              />
            )}
          </li>
        ))}
      </ol>
      {place === 'new' ? (
        formFor(undefined)
      ) : (
        <div className="row">
          <Button id="add-question" onClick={() => setPlace('new')}>
            Add a question
          </Button>
          <Button
            disabled={draft.isChanged}
            aria-describedby={draft.isChanged ? 'unsaved' : undefined}
            onClick={() => setDialog('import')}
          >
            Import from a file…
          </Button>
        </div>
      )}
      {draft.isChanged && (
        <div className={styles.unsaved}>
          <p id="unsaved">
            You have unsaved changes. Forms that members have already downloaded still work.
          </p>
          <div className="row">
            <Button
              variant="primary"
              busy={save.isPending}
              onClick={() => save.mutate({ questions: draft.questions, seen: draft.seen })}
            >
              Save the questions
            </Button>
            <Button
              onClick={() => {
                draft.discard()
                focusAfterRender('questions')
              }}
            >
              Discard the changes
            </Button>
          </div>
        </div>
      )}
      {answered && <AnsweredDialog question={answered} onClose={() => setDialog(undefined)} />}
      {dialog === 'import' && <ImportDialog bid={book.id} onClose={() => setDialog(undefined)} />}
    </section>
  )
}

interface AnsweredDialogProps {
  question: AdminQuestion
  onClose(): void
}

/** Dialog that explains why a question with answers cannot be removed. */
function AnsweredDialog({ question, onClose }: AnsweredDialogProps) {
  const { description, memos } = question
  return (
    <Dialog title="This question can’t be removed" onClose={onClose}>
      <div className="stack">
        <p>“{description}”</p>
        <p>
          {memos > 0
            ? plural(
                memos,
                'It has 1 entry. You can reword it, or move it to the end.',
                'It has # entries. You can reword it, or move it to the end.',
              )
            : 'It is in a published edition. You can reword it, or move it to the end.'}
        </p>
        <div className="row">
          <Button onClick={onClose}>Keep it</Button>
        </div>
      </div>
    </Dialog>
  )
}

interface QuestionItemProps {
  question: Question
  /** Position, from 1. */
  number: number
  of: number
  /** Number of entries that answer it. */
  memos: number
  onMove(by: 1 | -1): void
  onEdit(): void
  onRemove(): void
}

/** One question with its actions. The arrow keys move it while one of the two move buttons has the focus. */
function QuestionItem(props: QuestionItemProps) {
  const { question, number, of, memos, onMove, onEdit, onRemove } = props
  const { key, description } = question
  const words = <span className="visually-hidden">: {description}</span>
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    onMove(event.key === 'ArrowUp' ? -1 : 1)
  }
  return (
    <>
      <p className={styles.number} aria-hidden="true">
        {number}.
      </p>
      <div className={styles.what}>
        <p>{description}</p>
        <p className="meta">
          {memos > 0 ? plural(memos, '{key}, 1 entry', '{key}, # entries', { key }) : key}
        </p>
      </div>
      <div className={styles.actions}>
        <Button
          id={moverOf(key, -1)}
          variant="quiet"
          aria-disabled={number === 1 || undefined}
          onKeyDown={onKeyDown}
          onClick={() => onMove(-1)}
        >
          Up{words}
        </Button>
        <Button
          id={moverOf(key, 1)}
          variant="quiet"
          aria-disabled={number === of || undefined}
          onKeyDown={onKeyDown}
          onClick={() => onMove(1)}
        >
          Down{words}
        </Button>
        <Button id={editorOf(key)} variant="quiet" onClick={onEdit}>
          Edit{words}
        </Button>
        <Button variant="quiet" onClick={onRemove}>
          Remove{words}
        </Button>
      </div>
    </>
  )
}
