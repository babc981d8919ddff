import { useRef, useState } from 'react'
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
import { useUnsavedQuestions } from './draft'
import { FormPreview, pageOfQuestion } from './FormPreview'
import { ImportDialog } from './ImportDialog'
import { QuestionForm } from './QuestionForm'
import { QuestionRow } from './QuestionRow'
import styles from './QuestionsEditor.module.css'
import { type AdminQuestion, type Question, useSaveQuestions } from './queries'
import { useDragOrder } from './use-drag-order'

/** Open field: that of a question by its key, or the form for a new one. */
type Place = { key: string } | 'new'

/** Result of the last change, which can be undone. */
interface Done {
  message: string
  before: Question[]
}

/** Editor for the questions of a book. All changes are saved together, because each save makes a new form. */
export function QuestionsEditor({ details: { book, questions } }: { details: BookDetails }) {
  const { uid } = useMember()
  const draft = useUnsavedQuestions(questions)
  const [place, setPlace] = useState<Place>()
  const [dialog, setDialog] = useState<{ answered: string } | 'import'>()
  const [done, setDone] = useState<Done>()
  const [page, setPage] = useState(pageOfQuestion(0))
  const save = useSaveQuestions(book.id, (sent) => {
    // The Save button is removed; but the focus of an open form must stay.
    if (draft.markSaved(sent) && !place) focusAfterRender('questions')
  })
  useNavigationGuard(
    draft.isChanged || place ? 'Your changes to the questions aren’t saved yet.' : undefined,
  )

  const keys = draft.questions.map(({ key }) => key)
  const list = useRef<HTMLOListElement>(null)
  const { drag, handleOf } = useDragOrder(list, keys, (key, to) => {
    draft.moveTo(key, to)
    setDone(undefined)
    setPage(pageOfQuestion(to))
  })
  const savedQuestion = (key: string) => questions.find((each) => each.key === key)
  const edit = (key: string) => {
    setPlace({ key })
    setPage(pageOfQuestion(keys.indexOf(key)))
  }
  const move = (key: string, by: 1 | -1) => {
    draft.move(key, by)
    setDone(undefined)
    setPage(pageOfQuestion(keys.indexOf(key) + by))
  }
  const remove = (key: string) => {
    if (savedQuestion(key)?.answered) return setDialog({ answered: key })
    setDone({ message: 'The question is removed.', before: draft.questions })
    draft.remove(key)
  }
  const addAll = (texts: string[], after?: string) => {
    const leftOut = draft.addAll(texts, after)
    setDone({
      message: `${plural(texts.length - leftOut, '1 question is added.', '# questions are added.')} ${leftOutOf(leftOut)}`,
      before: draft.questions,
    })
    setPage(pageOfQuestion(after === undefined ? keys.length : keys.indexOf(after)))
  }
  const closeForm = () => {
    setPlace(undefined)
    focusAfterRender('add-question')
  }

  const answered = typeof dialog === 'object' ? savedQuestion(dialog.answered) : undefined
  return (
    <section className={cx('stack', styles.editor)} aria-labelledby="questions">
      <h2 id="questions" tabIndex={-1}>
        Questions
      </h2>
      {save.error && draft.isChanged && <Banner tone="error">{errorMessage(save.error)}</Banner>}
      <div className={styles.sides}>
        <div className="stack">
          {draft.questions.length === 0 && (
            <EmptyState drawing={<BlankSheet />} title="This book has no questions yet." />
          )}
          <ol ref={list} className={styles.questions}>
            {draft.questions.map((question, index) => {
              const { key } = question
              return (
                <li
                  key={key}
                  className={cx(
                    styles.question,
                    drag?.key === key && styles.dragged,
                    drag?.above === index && styles.above,
                    drag?.above === index + 1 && index === keys.length - 1 && styles.below,
                  )}
                >
                  <QuestionRow
                    question={question}
                    number={index + 1}
                    of={keys.length}
                    memos={savedQuestion(key)?.memos ?? 0}
                    edited={typeof place === 'object' && place.key === key}
                    handle={handleOf(key)}
                    onMove={(by) => move(key, by)}
                    onEdit={() => edit(key)}
                    onEdited={(text) => {
                      // Another field may have been opened by the click that left this one.
                      setPlace((now) =>
                        typeof now === 'object' && now.key === key ? undefined : now,
                      )
                      if (text === undefined) return
                      draft.edit(key, text)
                      setDone(undefined)
                    }}
                    onPasteLines={(texts) => {
                      setPlace(undefined)
                      addAll(texts, key)
                      focusAfterRender('undo-questions')
                    }}
                    onRemove={() => remove(key)}
                  />
                </li>
              )
            })}
          </ol>
          <div role="status">
            {done && (
              <div className="row">
                <p>{done.message}</p>
                <Button
                  id="undo-questions"
                  onClick={() => {
                    draft.restore(done.before)
                    setDone(undefined)
                    focusAfterRender('questions')
                  }}
                >
                  Undo
                </Button>
              </div>
            )}
          </div>
          {place === 'new' ? (
            <QuestionForm
              draft={`${uid}/${book.id}/question/`}
              taken={keys}
              onDone={(typed) => {
                draft.add(typed)
                setDone(undefined)
                setPage(pageOfQuestion(keys.length))
                closeForm()
              }}
              onPasteLines={(texts) => addAll(texts)}
              onCancel={closeForm}
            />
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
                  onClick={() => {
                    setDone(undefined)
                    save.mutate({ questions: draft.questions, seen: draft.seen })
                  }}
                >
                  Save the questions
                </Button>
                <Button
                  onClick={() => {
                    draft.discard()
                    setDone(undefined)
                    focusAfterRender('questions')
                  }}
                >
                  Discard the changes
                </Button>
              </div>
            </div>
          )}
        </div>
        <FormPreview
          bid={book.id}
          name={book.name}
          questions={draft.questions}
          page={page}
          onPage={setPage}
        />
      </div>
      {answered && <AnsweredDialog question={answered} onClose={() => setDialog(undefined)} />}
      {dialog === 'import' && <ImportDialog bid={book.id} onClose={() => setDialog(undefined)} />}
    </section>
  )
}

/** Sentence about pasted lines for which a book has no room. */
const leftOutOf = (count: number) =>
  count > 0
    ? plural(
        count,
        'A book asks at most 100: 1 line was left out.',
        'A book asks at most 100: # lines were left out.',
      )
    : ''

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
