import type { KeyboardEvent } from 'react'
import { formatEntries } from '../../../lib/numbers'
import { Button } from '../../../ui/Button'
import { editorOf, moverOf } from './draft'
import styles from './QuestionsEditor.module.css'
import type { Prompt } from './queries'

interface QuestionItemProps {
  prompt: Prompt
  /** Counted from 1. */
  number: number
  of: number
  /** Entries that answer it. */
  memos: number
  onMove(by: 1 | -1): void
  onEdit(): void
  onRemove(): void
}

/** One question, with what can be done about it. The arrow keys move it while one of its two movers has the focus. */
export function QuestionItem(props: QuestionItemProps) {
  const { prompt, number, of, memos, onMove, onEdit, onRemove } = props
  const { key, description } = prompt
  const words = <span className="visually-hidden">: {description}</span>
  const press = (event: KeyboardEvent) => {
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
          {key}
          {memos > 0 && `, ${formatEntries(memos)}`}
        </p>
      </div>
      <div className={styles.actions}>
        <Button
          id={moverOf(key, -1)}
          look="quiet"
          aria-disabled={number === 1 || undefined}
          onKeyDown={press}
          onClick={() => onMove(-1)}
        >
          Up{words}
        </Button>
        <Button
          id={moverOf(key, 1)}
          look="quiet"
          aria-disabled={number === of || undefined}
          onKeyDown={press}
          onClick={() => onMove(1)}
        >
          Down{words}
        </Button>
        <Button id={editorOf(key)} look="quiet" onClick={onEdit}>
          Edit{words}
        </Button>
        <Button look="quiet" onClick={onRemove}>
          Remove{words}
        </Button>
      </div>
    </>
  )
}
