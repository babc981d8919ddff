import { type KeyboardEvent, useState } from 'react'
import { MAX_LENGTHS } from '../../api/limits'
import type { Question } from '../../entities/book/queries'
import { errorMessage, isUnverified } from '../../lib/api-error'
import { useDraft } from '../../lib/drafts'
import { plural } from '../../lib/format'
import { useMember } from '../../lib/session'
import { Banner } from '../../ui/Banner'
import { Button } from '../../ui/Button'
import { TextArea } from '../../ui/TextArea'
import { usePublishText } from './queries'
import { VerifyFirst } from './VerifyFirst'

interface TextEditorProps {
  bid: string
  question: Question
  /** What the server has already. */
  saved: string
}

/** One answer, being typed. */
export function TextEditor({ bid, question, saved }: TextEditorProps) {
  const { uid } = useMember()
  const { text, change, settle } = useDraft(`${uid}/${bid}/${question.key}`, saved)
  const [typed, setTyped] = useState(false)
  const publish = usePublishText(bid, settle)

  const ready = text.trim() !== saved && isLongEnough(text) && !problemOf(text)
  const save = () => {
    if (!ready || publish.isPending) return
    publish.mutate({ question, post: text })
  }
  const press = (event: KeyboardEvent) => {
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
        limit={MAX_LENGTHS.TextSubmission.post}
        count={lengthOf(text)}
        problem={problemOf(text)}
        onChange={(event) => {
          setTyped(true)
          change(event.target.value)
        }}
        onKeyDown={press}
      />
      {publish.error && (
        <Banner tone="error">{errorMessage(publish.error, 'Submission failed')}</Banner>
      )}
      {isUnverified(publish.error) && <VerifyFirst />}
      <div className="row">
        <Button variant="primary" busy={publish.isPending} disabled={!ready} onClick={save}>
          {publish.isPending ? 'Saving…' : 'Save'}
        </Button>
        <span className="meta" role="status">
          {stateOf(typed, text, saved)}
        </span>
      </div>
    </div>
  )
}

function stateOf(typed: boolean, text: string, saved: string) {
  if (text.trim() === saved) return saved ? 'Saved.' : ''
  if (saved && text.trim() === '') return 'To remove your answer, take it back among your entries.'
  if (!isLongEnough(text)) return `An answer has at least ${SHORTEST} characters.`
  return typed ? 'Not saved yet. Kept on this device until you do.' : 'An unsaved draft.'
}

/** The server counts like this too: Unicode's characters, without the spaces around them. */
const SHORTEST = 4

export const lengthOf = (text: string) => [...text.trim().replace(/\r\n/g, '\n')].length

/** What keeps a text from being saved. */
export function problemOf(text: string): string | undefined {
  const over = lengthOf(text) - MAX_LENGTHS.TextSubmission.post
  if (over > 0) return plural(over, 'One character too many.', '# characters too many.')
}

export const isLongEnough = (text: string) => lengthOf(text) >= SHORTEST
