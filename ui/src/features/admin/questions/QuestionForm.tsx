import { type KeyboardEvent, useEffect, useRef } from 'react'
import { Button } from '../../../ui/Button'
import { required } from '../../../ui/checks'
import { Form } from '../../../ui/Form'
import type { Check } from '../../../ui/form-context'
import { TextArea } from '../../../ui/TextArea'
import { TextField } from '../../../ui/TextField'
import type { Prompt } from '../question-queries'
import { keyFor } from './draft'

const LONGEST = 300

interface QuestionFormProps {
  /** None for a new one. */
  prompt: Prompt | undefined
  /** Keys of other questions. */
  taken: string[]
  onDone(prompt: Prompt): void
  onCancel(): void
}

/** The words of a question, in its place. Its key stays: memos and forms know it by that. */
export function QuestionForm({ prompt, taken, onDone, onCancel }: QuestionFormProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  useEffect(() => area.current?.focus(), [])

  const isKey: Check = (typed) => {
    if (typed === '') return undefined
    if (!/^[a-z0-9_-]{1,64}$/.test(typed)) return 'At most 64 of the characters a-z, 0-9, - and _.'
    return taken.includes(typed) ? 'Another question has this key.' : undefined
  }
  const cancelOnEscape = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onCancel()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears what its fields do.
    <div onKeyDown={cancelOnEscape}>
      <Form<'description' | 'key'>
        onSubmit={({ description, key }) => {
          const words = description.trim()
          onDone({ key: prompt?.key ?? (key || keyFor(words, taken)), description: words })
        }}
      >
        <TextArea
          ref={area}
          name="description"
          label="Question"
          rows={2}
          maxLength={LONGEST}
          defaultValue={prompt?.description}
          check={required('Please write a question.')}
        />
        {!prompt && (
          <TextField
            name="key"
            label="Key (optional)"
            hint="Its name in files and addresses. Without one it is made of the first words."
            autoCapitalize="none"
            spellCheck={false}
            check={isKey}
          />
        )}
        <div className="row">
          <Button type="submit" look="primary">
            Done
          </Button>
          <Button onClick={onCancel}>Cancel</Button>
        </div>
      </Form>
    </div>
  )
}
