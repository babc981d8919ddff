import { type KeyboardEvent, useState } from 'react'
import { MAX_LENGTHS } from '../../api/limits'
import type { Question } from '../../entities/book/queries'
import { errorMessage, isUnverified } from '../../lib/api-error'
import { useDraft } from '../../lib/drafts'
import { useMember } from '../../lib/session'
import { Banner } from '../../ui/Banner'
import { Button } from '../../ui/Button'
import { countCharacters } from '../../ui/checks'
import { TextArea } from '../../ui/TextArea'
import { usePublishText } from './queries'
import { VerifyFirst } from './VerifyFirst'

/** Minimum length of an answer, in characters. */
const MIN_CHARACTERS = 4
const MAX_CHARACTERS = MAX_LENGTHS.TextSubmission.post

interface TextEditorProps {
  bid: string
  question: Question
  /** Text on the server. */
  saved: string
}

/** Editor for one typed answer. */
export function TextEditor({ bid, question, saved }: TextEditorProps) {
  const { uid } = useMember()
  const { text, change, markSaved } = useDraft(`${uid}/${bid}/${question.key}`, saved)
  const [typed, setTyped] = useState(false)
  const publish = usePublishText(bid, markSaved)

  const length = countCharacters(text)
  const ready = text.trim() !== saved && length >= MIN_CHARACTERS && length <= MAX_CHARACTERS
  const save = () => {
    if (!ready || publish.isPending) return
    publish.mutate({ question, post: text })
  }
  const onKeyDown = (event: KeyboardEvent) => {
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
        maxCharacters={MAX_CHARACTERS}
        onChange={(event) => {
          setTyped(true)
          change(event.target.value)
        }}
        onKeyDown={onKeyDown}
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
  if (saved && text.trim() === '') return 'To remove this answer, withdraw it in your entries.'
  if (countCharacters(text) < MIN_CHARACTERS) {
    return `An answer has at least ${MIN_CHARACTERS} characters.`
  }
  return typed ? 'Not saved yet. Your draft stays on this device.' : 'An unsaved draft.'
}
