import { useRef } from 'react'
import { plural } from '../../lib/format'
import { Button } from '../../ui/Button'
import { TextArea } from '../../ui/TextArea'
import styles from './TranscriptionField.module.css'
import type { DraftedText } from './use-transcription-draft'

interface TranscriptionFieldProps {
  id?: string
  /** Name of the picture, for screen readers. */
  of: string
  /** Transcription with its draft. */
  drafted: DraftedText
  maxCharacters: number
  rows?: number
  /** Whether a button of the form saves the draft, which confirms it. */
  isConfirmedOnSave?: boolean
}

/** Key that goes to the next doubtful word. */
const NEXT_KEY = 'F8'

/**
 * Field for the transcription of a picture. A draft that the server has read in the handwriting fills it, with the doubtful words
 * underlined, until the member confirms, edits or removes it.
 */
export function TranscriptionField({
  id,
  of,
  drafted,
  maxCharacters,
  rows = 2,
  isConfirmedOnSave = false,
}: TranscriptionFieldProps) {
  const field = useRef<HTMLDivElement>(null)
  const { text, doubtful, isDraft, isReading, change } = drafted

  const selectNext = () => {
    const area = field.current?.querySelector('textarea')
    if (!area) return
    const next = doubtful.find(([start]) => start > area.selectionStart) ?? doubtful[0]
    if (!next) return
    area.focus()
    area.setSelectionRange(...next)
  }

  return (
    <div ref={field}>
      <TextArea
        {...(id && { id })}
        name="alt"
        label="Transcription (optional)"
        aria-label={`Transcription (optional): ${of}`}
        rows={isDraft ? Math.max(rows, 4) : rows}
        value={text}
        maxCharacters={maxCharacters}
        countsFrom={100}
        {...(isDraft && { marks: doubtful })}
        onChange={(event) => change(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== NEXT_KEY || doubtful.length === 0) return
          event.preventDefault()
          selectNext()
        }}
      />
      <div className={styles.draft}>
        <p role="status" className="meta">
          {isReading && 'Reading your handwriting…'}
          {isDraft && draftNotice(doubtful.length)}
        </p>
        {isDraft && (
          <div className="row">
            {doubtful.length > 0 && (
              <Button aria-keyshortcuts={NEXT_KEY} onClick={selectNext}>
                Next doubtful word<span className={styles.key}> ({NEXT_KEY})</span>
              </Button>
            )}
            {!isConfirmedOnSave && (
              <Button onClick={drafted.confirm}>
                Use this text<span className="visually-hidden">: {of}</span>
              </Button>
            )}
            <Button variant="quiet" onClick={drafted.remove}>
              Remove<span className="visually-hidden">: {of}</span>
            </Button>
            <Button variant="quiet" onClick={drafted.decline}>
              No more drafts
            </Button>
          </div>
        )}
      </div>
    </div>
  )
}

function draftNotice(doubtful: number) {
  if (doubtful === 0) return 'Read by the server, please check.'
  return plural(
    doubtful,
    'Read by the server, please check. One word is doubtful.',
    'Read by the server, please check. # words are doubtful.',
  )
}
