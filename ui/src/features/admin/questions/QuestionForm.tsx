import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef } from 'react'
import { MAX_LENGTHS } from '../../../api/limits'
import { useDraft } from '../../../lib/drafts'
import { Button } from '../../../ui/Button'
import { required } from '../../../ui/checks'
import { Form } from '../../../ui/Form'
import type { Check } from '../../../ui/form-context'
import { TextArea } from '../../../ui/TextArea'
import { TextField } from '../../../ui/TextField'
import { keyFor, oneLine, questionsIn } from './draft'
import type { Question } from './queries'

interface QuestionFormProps {
  /** Key of the draft. */
  draft: string
  /** Keys of other questions. */
  taken: string[]
  onDone(question: Question): void
  /** Called with the lines of a text that was pasted into the empty field. */
  onPasteLines(texts: string[]): void
  onCancel(): void
}

/**
 * Form for a new question. Enter adds it; Escape closes the form and keeps the text for later. Several pasted lines are that many
 * questions. The key of a question never changes: memos and forms refer to it.
 */
export function QuestionForm({ draft, taken, onDone, onPasteLines, onCancel }: QuestionFormProps) {
  const words = useDraft(draft, '')
  const name = useDraft(`${draft}/key`, '')
  const removeDrafts = () => {
    words.markSaved(words.text, '')
    name.markSaved(name.text, '')
  }
  const area = useRef<HTMLTextAreaElement>(null)
  useEffect(() => area.current?.focus(), [])

  const isKey: Check = (typed) => {
    if (typed === '') return undefined
    if (!/^[a-z0-9_-]+$/.test(typed)) return 'Use only lowercase letters, numbers, - and _.'
    return taken.includes(typed) ? 'Another question has this key.' : undefined
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onCancel()
    if (isEnter(event) && event.target === area.current) {
      event.preventDefault()
      // Chromium 75 has no requestSubmit().
      document.getElementById('submit-question')?.click()
    }
  }
  const onPaste = (event: ClipboardEvent) => {
    const texts = pastedLines(event, words.text)
    if (texts) onPasteLines(texts)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears what its fields do.
    <div onKeyDown={onKeyDown}>
      <Form
        onSubmit={() => {
          const description = oneLine(words.text)
          removeDrafts()
          onDone({ key: name.text || keyFor(description, taken), description })
        }}
      >
        <TextArea
          ref={area}
          name="description"
          label="Question"
          hint="To add many, paste a list with one question a line."
          rows={2}
          maxCharacters={MAX_LENGTHS.QuestionBody.description}
          value={words.text}
          onChange={(event) => words.change(event.target.value)}
          onPaste={onPaste}
          check={required('Enter a question.')}
        />
        <TextField
          name="key"
          label="Key (optional)"
          hint="Used in files and addresses. If you leave it empty, it’s made from the question."
          autoCapitalize="none"
          spellCheck={false}
          maxCharacters={MAX_LENGTHS.QuestionBody.key}
          value={name.text}
          onChange={(event) => name.change(event.target.value)}
          check={isKey}
        />
        <div className="row">
          <Button id="submit-question" type="submit" variant="primary">
            Done
          </Button>
          <Button
            onClick={() => {
              removeDrafts()
              onCancel()
            }}
          >
            Cancel
          </Button>
        </div>
      </Form>
    </div>
  )
}

/** Whether Enter was pressed alone, and not to choose a suggestion of an input method. */
export const isEnter = ({ key, shiftKey, nativeEvent }: KeyboardEvent) =>
  key === 'Enter' && !shiftKey && !nativeEvent.isComposing

/** Questions of a pasted text of several lines, which is then not inserted; undefined if the field has text already. */
export function pastedLines(event: ClipboardEvent, typed: string): string[] | undefined {
  const texts = questionsIn(event.clipboardData.getData('text/plain'))
  if (typed.trim() !== '' || texts.length < 2) return undefined
  event.preventDefault()
  return texts
}
