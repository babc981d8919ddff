import { type KeyboardEvent, useEffect, useRef } from 'react'
import { MAX_LENGTHS } from '../../../api/limits'
import { useDraft } from '../../../lib/drafts'
import { Button } from '../../../ui/Button'
import { required } from '../../../ui/checks'
import { Form } from '../../../ui/Form'
import type { Check } from '../../../ui/form-context'
import { TextArea } from '../../../ui/TextArea'
import { TextField } from '../../../ui/TextField'
import { keyFor } from './draft'
import type { Question } from './queries'

interface QuestionFormProps {
  /** Key of the draft. */
  draft: string
  /** Undefined for a new question. */
  question: Question | undefined
  /** Keys of other questions. */
  taken: string[]
  onDone(question: Question): void
  onCancel(): void
}

/**
 * Form for the text of a question. Escape closes it and keeps the draft. The key of a question
 * never changes: memos and forms refer to it.
 */
export function QuestionForm({ draft, question, taken, onDone, onCancel }: QuestionFormProps) {
  const saved = question?.description ?? ''
  const words = useDraft(draft, saved)
  const name = useDraft(`${draft}/key`, '')
  const removeDrafts = () => {
    words.markSaved(words.text, saved)
    name.markSaved(name.text, '')
  }
  const area = useRef<HTMLTextAreaElement>(null)
  useEffect(() => area.current?.focus(), [])

  const isKey: Check = (typed) => {
    if (typed === '') return undefined
    if (!/^[a-z0-9_-]+$/.test(typed)) return 'Use only lowercase letters, numbers, - and _.'
    return taken.includes(typed) ? 'Another question has this key.' : undefined
  }
  const cancelOnEscape = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onCancel()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears what its fields do.
    <div onKeyDown={cancelOnEscape}>
      <Form
        onSubmit={() => {
          const description = words.text.trim()
          removeDrafts()
          onDone({ key: question?.key ?? (name.text || keyFor(description, taken)), description })
        }}
      >
        <TextArea
          ref={area}
          name="description"
          label="Question"
          rows={2}
          maxCharacters={MAX_LENGTHS.QuestionBody.description}
          value={words.text}
          onChange={(event) => words.change(event.target.value)}
          check={required('Enter a question.')}
        />
        {!question && (
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
        )}
        <div className="row">
          <Button type="submit" variant="primary">
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
