import { type KeyboardEvent, useRef } from 'react'
import { type Comment, useAddComment } from '../../api/comments'
import { errorMessage } from '../../api/error'
import { announce } from '../../lib/announce'
import { useStored } from '../../lib/storage'
import { useUnsentDraft } from '../../lib/unsent-draft'
import { Banner } from '../../ui/Banner'
import { Button } from '../../ui/Button'
import { TextArea } from '../../ui/TextArea'

/** Characters as the server counts them. */
const MAX_LENGTH = 1000
const lengthOf = (text: string) => [...text.trim().replace(/\r\n/g, '\n')].length

interface CommentFormProps {
  pid: string
  uid: string
  /** What is there already. */
  comments: Comment[]
}

/** Where a comment is typed. What the server does not have stays, on this device. */
export function CommentForm({ pid, uid, comments }: CommentFormProps) {
  const words = useUnsentDraft(`${uid}/comment/${pid}`, (sent) =>
    comments.some((each) => each.uid === uid && each.text === sent.trim()),
  )
  const { text, isSending } = words
  const field = useRef<HTMLTextAreaElement>(null)
  const name = useStored('name') || 'You'
  const add = useAddComment(pid, { uid, name }, { onKept: words.arrived, onRefused: words.refused })
  const over = lengthOf(text) - MAX_LENGTH
  const ready = text.trim() !== '' && over <= 0

  const send = () => {
    if (!ready || isSending) return
    add.mutate(text.trim(), { onSuccess: () => announce('Your comment is saved.') })
    words.leave()
    // The button has nothing to send now, and would lose the focus.
    field.current?.focus()
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      send()
    }
  }

  return (
    <div className="stack">
      <TextArea
        ref={field}
        name="comment"
        label="Your comment"
        placeholder="Add a comment..."
        rows={3}
        value={text}
        limit={MAX_LENGTH}
        count={lengthOf(text)}
        problem={over > 0 ? tooMany(over) : undefined}
        onChange={(event) => words.change(event.target.value)}
        onKeyDown={press}
      />
      {add.error && (
        <Banner tone="error">Your comment could not be saved. {errorMessage(add.error)}</Banner>
      )}
      <div className="row">
        <Button look="primary" disabled={!ready} busy={isSending} onClick={send}>
          Comment
        </Button>
        {words.restored && (
          <span className="meta" role="status">
            Draft restored
          </span>
        )}
      </div>
    </div>
  )
}

const tooMany = (over: number) =>
  over === 1 ? 'One character too many.' : `${over} characters too many.`
