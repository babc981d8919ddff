import { type KeyboardEvent, useRef } from 'react'
import { useLocation } from 'wouter'
import { MAX_LENGTHS } from '../../api/limits'
import { useIsModerator } from '../../entities/member/queries'
import {
  type Comment,
  elementOf,
  headingOf,
  useAddComment,
  useComments,
  useDeleteComment,
} from '../../entities/post/comments'
import type { Post } from '../../entities/post/post'
import { announce } from '../../lib/announce'
import { errorMessage } from '../../lib/api-error'
import { formatNumber, toDate } from '../../lib/format'
import { useSession } from '../../lib/session'
import { useStored } from '../../lib/storage'
import { useUnsentDraft } from '../../lib/unsent-draft'
import { paths } from '../../paths'
import { Avatar } from '../../ui/Avatar'
import { Banner } from '../../ui/Banner'
import { Button } from '../../ui/Button'
import { ButtonLink } from '../../ui/ButtonLink'
import { tooLong } from '../../ui/checks'
import { Icon } from '../../ui/Icon'
import { RelativeTime } from '../../ui/RelativeTime'
import { Skeleton } from '../../ui/Skeleton'
import { TextArea } from '../../ui/TextArea'
import styles from './Comments.module.css'
import { MoreMenu } from './MoreMenu'

/** Comments on a post. */
export function Comments({ post, onGone }: { post: Post; onGone(): void }) {
  const { comments, failed, retry } = useComments(post.id)
  const isModerator = useIsModerator()
  return (
    <section className={styles.comments} aria-labelledby={headingOf(post.id)}>
      <h2 id={headingOf(post.id)} tabIndex={-1} className={styles.heading}>
        Comments ({formatNumber(comments?.length ?? post.comments)})
      </h2>
      {failed && (
        <Banner tone="error">
          <p>The comments could not be loaded.</p>
          <Button variant="quiet" onClick={retry}>
            Try again
          </Button>
        </Banner>
      )}
      {!comments && !failed && <Skeleton label="Loading comments…" />}
      {comments && (
        <>
          <ul className={styles.list}>
            {comments.map((comment) => (
              <CommentItem
                key={comment.id}
                comment={comment}
                post={post}
                isModerator={isModerator}
                onGone={onGone}
              />
            ))}
          </ul>
          <NewComment pid={post.id} comments={comments} />
        </>
      )}
    </section>
  )
}

function NewComment({ pid, comments }: { pid: string; comments: Comment[] }) {
  const session = useSession()
  const [path] = useLocation()
  return session ? (
    <CommentForm pid={pid} uid={session.uid} comments={comments} />
  ) : (
    <p>
      <ButtonLink href={paths.signIn({ last: path })}>Sign in to comment</ButtonLink>
    </p>
  )
}

interface CommentFormProps {
  pid: string
  uid: string
  /** Comments so far. */
  comments: Comment[]
}

/** Form for a comment. Unsent text stays on this device. */
function CommentForm({ pid, uid, comments }: CommentFormProps) {
  const words = useUnsentDraft(`${uid}/comment/${pid}`, (sent) =>
    comments.some((each) => each.uid === uid && each.text === sent.trim()),
  )
  const { text, isSending } = words
  const field = useRef<HTMLTextAreaElement>(null)
  const name = useStored('name') || 'You'
  const add = useAddComment(pid, { uid, name }, { onKept: words.arrived, onRefused: words.refused })
  const ready = text.trim() !== '' && !tooLong(text, MAX_LENGTHS.NewComment.text)

  const send = () => {
    if (!ready || isSending) return
    add.mutate(text.trim(), { onSuccess: () => announce('Your comment is saved.') })
    words.startSending()
    // The button is disabled after sending and would lose the focus.
    field.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
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
        maxCharacters={MAX_LENGTHS.NewComment.text}
        onChange={(event) => words.change(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {add.error && (
        <Banner tone="error">Your comment could not be saved. {errorMessage(add.error)}</Banner>
      )}
      <div className="row">
        <Button variant="primary" disabled={!ready} busy={isSending} onClick={send}>
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

interface CommentItemProps {
  comment: Comment
  post: Post
  /** Whether the reader may delete every comment. */
  isModerator: boolean
  /** Called when the post is no longer visible. */
  onGone(): void
}

function CommentItem({ comment, post, isModerator, onGone }: CommentItemProps) {
  const { text, user, createdAt, sending } = comment
  const at = toDate(createdAt)
  const name = user.name || user.username
  const mayDelete = useMayDelete(comment, post, isModerator)
  const remove = useDeleteComment(post.id)
  return (
    <li id={elementOf(comment)} tabIndex={-1} className={styles.comment}>
      <Avatar name={user.name} by="beginning" />
      <p>
        <strong>{name}</strong>{' '}
        {sending ? (
          <span className="meta">Sending…</span>
        ) : (
          <RelativeTime className="meta" at={at} />
        )}
      </p>
      <p className={styles.text}>{text}</p>
      <div className={styles.actions}>
        {mayDelete && (
          <Button
            variant="quiet"
            aria-label={`Delete the comment by ${name}`}
            title="Delete"
            onClick={() => remove(comment)}
          >
            <Icon name="bin" />
          </Button>
        )}
        {!sending && (
          <MoreMenu
            post={post}
            comment={comment}
            label={`More about the comment by ${name}`}
            onGone={onGone}
          />
        )}
      </div>
    </li>
  )
}

/** Whether the member may delete a comment: as its author, as author of the post, or as moderator. */
function useMayDelete({ uid, sending }: Comment, post: Post, isModerator: boolean): boolean {
  const session = useSession()
  if (!session || sending) return false
  return isModerator || session.uid === uid || session.uid === post.uid
}
