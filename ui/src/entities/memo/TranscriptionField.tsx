import { useRef } from 'react'
import { errorMessage } from '../../lib/api-error'
import { plural } from '../../lib/format'
import { useGuestBook } from '../../lib/session'
import { Button } from '../../ui/Button'
import { TextArea } from '../../ui/TextArea'
import { DECLINED, DECLINED_BY_GUEST } from './queries'
import styles from './TranscriptionField.module.css'
import type { DraftedText } from './use-transcription-draft'

interface TranscriptionFieldProps {
  id?: string
  /** Name of the picture, for screen readers. */
  of: string
  /** Transcription with its draft. */
  drafted: DraftedText
  maxCharacters: number
}

/** Key that goes to the next doubtful word. */
const NEXT_KEY = 'F8'

/**
 * Field for the transcription of a picture. A draft that the server has read in the handwriting fills it, with the doubtful words
 * underlined, until the member confirms or removes it.
 */
export function TranscriptionField({ id, of, drafted, maxCharacters }: TranscriptionFieldProps) {
  const field = useRef<HTMLDivElement>(null)
  const isGuest = useGuestBook() !== null
  const { text, doubtful, isDraft, isConfirmedOnSave } = drafted
  const area = () => field.current?.querySelector('textarea')

  const selectNext = () => {
    const from = area()
    if (!from) return
    const isSelected = ([start, end]: [number, number]) =>
      start === from.selectionStart && end === from.selectionEnd
    const later = doubtful.find((word) => word[0] >= from.selectionStart && !isSelected(word))
    const next = later ?? doubtful[0]
    if (!next) return
    from.setSelectionRange(...next)
    // A field that gets the focus scrolls to its selection.
    from.blur()
    from.focus()
  }
  /** Does what a button says. The button goes away, and the focus goes to the field. */
  const then = (work: () => void) => () => {
    work()
    area()?.focus()
  }
  const ofPicture = <span className="visually-hidden">: {of}</span>

  return (
    <div ref={field}>
      <TextArea
        {...(id && { id })}
        name="alt"
        label="Transcription (optional)"
        aria-label={`Transcription (optional): ${of}`}
        rows={4}
        value={text}
        maxCharacters={maxCharacters}
        countsFrom={100}
        marks={doubtful}
        onChange={(event) => drafted.change(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== NEXT_KEY || doubtful.length === 0) return
          event.preventDefault()
          selectNext()
        }}
      />
      <div className={styles.draft}>
        <p role="status" className="meta">
          {draftNotice(drafted, isGuest)}
        </p>
        {isDraft && (
          <div className="row">
            {doubtful.length > 0 && (
              <Button aria-keyshortcuts={NEXT_KEY} onClick={selectNext}>
                Next doubtful word<span className={styles.key}> ({NEXT_KEY})</span>
                {ofPicture}
              </Button>
            )}
            {!isConfirmedOnSave && (
              <Button onClick={then(drafted.confirm)}>Use this text{ofPicture}</Button>
            )}
            <Button variant="quiet" onClick={then(drafted.remove)}>
              Remove{ofPicture}
            </Button>
            <Button variant="quiet" onClick={then(drafted.decline)}>
              No more drafts{ofPicture}
            </Button>
          </div>
        )}
      </div>
    </div>
  )
}

/** Line below the field about its draft. */
function draftNotice(drafted: DraftedText, isGuest: boolean): string {
  const { doubtful, isDraft, isReading, isConfirmedOnSave, isDeclined, declineError } = drafted
  if (declineError) return errorMessage(declineError)
  if (isDeclined) return isGuest ? DECLINED_BY_GUEST : DECLINED
  if (isReading) return 'Reading your handwriting…'
  if (!isDraft) return ''
  const read = isConfirmedOnSave
    ? 'Read by the server, please check.'
    : 'Read by the server, please check. It counts once you choose “Use this text”.'
  if (doubtful.length === 0) return read
  const words = plural(doubtful.length, 'One word is doubtful.', '# words are doubtful.')
  return `${read} ${words}`
}
