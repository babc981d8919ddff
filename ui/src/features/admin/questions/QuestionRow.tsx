import { type ComponentProps, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { MAX_LENGTHS } from '../../../api/limits'
import { announce } from '../../../lib/announce'
import { focusAfterRender } from '../../../lib/focus-after-render'
import { plural } from '../../../lib/format'
import { Button } from '../../../ui/Button'
import { countCharacters, tooLong } from '../../../ui/checks'
import { cx } from '../../../ui/cx'
import { Problem } from '../../../ui/FieldFrame'
import { Icon } from '../../../ui/Icon'
import { editorOf, moverOf, oneLine } from './draft'
import { isEnter, pastedLines } from './QuestionForm'
import styles from './QuestionRow.module.css'
import type { Question } from './queries'

interface QuestionRowProps {
  question: Question
  /** Position, from 1. */
  number: number
  of: number
  /** Number of entries that answer it. */
  memos: number
  /** Whether its text is a field. */
  edited: boolean
  /** Handlers of the handle by which the row is dragged. */
  handle: ComponentProps<'span'>
  onMove(by: 1 | -1): void
  onEdit(): void
  /** Called with the new text, or without one if it stays. */
  onEdited(text?: string): void
  /** Called with the lines of a text that was pasted into the empty field. */
  onPasteLines(texts: string[]): void
  onRemove(): void
}

/**
 * One question with its actions. A click on its text turns it into a field. The arrow keys move the question while one of the two move
 * buttons has the focus.
 */
export function QuestionRow(props: QuestionRowProps) {
  const { question, number, of, memos, edited, handle, onMove, onEdit, onRemove } = props
  const { key, description } = question
  const words = <span className="visually-hidden">: {description}</span>
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    onMove(event.key === 'ArrowUp' ? -1 : 1)
  }
  return (
    <>
      <span {...handle} className={styles.handle} title="Drag to move" aria-hidden="true">
        <svg viewBox="0 0 10 22" className={styles.dots} aria-hidden="true">
          <path d="M2 4v.1M8 4v.1M2 11v.1M8 11v.1M2 18v.1M8 18v.1" />
        </svg>
        {number}.
      </span>
      <div className={styles.what}>
        {edited ? (
          <QuestionField {...props} />
        ) : (
          <button
            type="button"
            id={editorOf(key)}
            className={cx(styles.words, styles.text)}
            onClick={onEdit}
          >
            <span className="visually-hidden">Edit: </span>
            {description}
            <Icon name="pen" className={styles.pen} />
          </button>
        )}
        <p className={cx('meta', styles.key)}>
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
        <Button variant="quiet" onClick={onRemove}>
          Remove{words}
        </Button>
      </div>
    </>
  )
}

/** Number of characters left from which they are counted. */
const COUNTED_FROM = 50

const MAX = MAX_LENGTHS.QuestionBody.description

/**
 * Text of a question as a field. Enter and leaving it keep the new text, Escape brings back the one before. A text that is too long
 * stays in the field.
 */
function QuestionField({ question, number, onEdited, onPasteLines }: QuestionRowProps) {
  const { key, description } = question
  const [text, setText] = useState(description)
  const area = useRef<HTMLTextAreaElement>(null)
  const isDone = useRef(false)
  useEffect(() => {
    area.current?.focus()
    area.current?.setSelectionRange(description.length, description.length)
  }, [description])

  const problem = tooLong(text, MAX)
  const left = MAX - countCharacters(text)
  /** Ends the editing once: removing the field takes the focus from it. */
  const end = (typed: string | undefined, focuses: boolean) => {
    if (isDone.current) return
    isDone.current = true
    if (typed === '') announce('A question needs some text. The one before is back.')
    onEdited(typed && typed !== description ? typed : undefined)
    if (focuses) focusAfterRender(editorOf(key))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.stopPropagation()
      end(undefined, true)
    } else if (isEnter(event)) {
      event.preventDefault()
      if (!problem) end(oneLine(text), true)
    }
  }
  return (
    <>
      {/* The copy in the attribute makes the field as high as its text. */}
      <div className={styles.growing} data-text={`${text} `}>
        <textarea
          ref={area}
          rows={1}
          aria-label={`Question ${number}`}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? `${key}-problem` : undefined}
          className={cx(styles.words, styles.field)}
          value={text}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={onKeyDown}
          onPaste={(event) => {
            const texts = pastedLines(event, text)
            if (!texts) return
            isDone.current = true
            onPasteLines(texts)
          }}
          onBlur={() => problem || end(oneLine(text), false)}
        />
      </div>
      {problem && <Problem id={`${key}-problem`}>{problem}</Problem>}
      {left >= 0 && left <= COUNTED_FROM && (
        <p className="meta">{plural(left, '1 character left', '# characters left')}</p>
      )}
    </>
  )
}
