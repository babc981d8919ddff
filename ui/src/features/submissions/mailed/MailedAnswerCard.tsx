import { useState } from 'react'
import { Link } from 'wouter'
import { MemoImage } from '../../../entities/memo/MemoContent'
import { errorMessage } from '../../../lib/api-error'
import { useDraft } from '../../../lib/drafts'
import { toDate } from '../../../lib/format'
import { useMember } from '../../../lib/session'
import { paths } from '../../../paths'
import { Banner } from '../../../ui/Banner'
import { Button } from '../../../ui/Button'
import { Card } from '../../../ui/Card'
import { countCharacters } from '../../../ui/checks'
import { cx } from '../../../ui/cx'
import { Dialog } from '../../../ui/Dialog'
import { RelativeTime } from '../../../ui/RelativeTime'
import { TextArea } from '../../../ui/TextArea'
import { MAX_CHARACTERS, MIN_CHARACTERS } from '../queries'
import { AcceptanceNotice, SubmissionError } from '../VerifyFirst'
import styles from './MailedAnswersPage.module.css'
import {
  type MailedAnswer,
  type Outcome,
  useDiscardMailedAnswer,
  useSubmitMailedAnswer,
} from './queries'

interface MailedAnswerCardProps {
  answer: MailedAnswer
  /** Called when the answer has left the list. */
  onDone(outcome: Outcome): void
}

/** Answer that came by mail: its picture, or its text to correct, with buttons that hand it in and discard it. */
export function MailedAnswerCard({ answer, onDone }: MailedAnswerCardProps) {
  const { id, bid, book, question, image, receivedAt, replaces } = answer
  const { uid } = useMember()
  const received = answer.text ?? ''
  const { text, change } = useDraft(`${uid}/mailed-answer/${id}`, received)
  const [isDiscarding, setIsDiscarding] = useState(false)
  const leave = (outcome: Outcome) => {
    // Removes the draft.
    change(received)
    setIsDiscarding(false)
    onDone(outcome)
  }
  const submit = useSubmitMailedAnswer(answer, leave)
  const problem = image ? '' : lengthProblem(text)
  const of = <span className="visually-hidden">: {question.description}</span>
  return (
    <Card>
      <article className="stack" aria-labelledby={`mailed-${id}`}>
        <div>
          <h2 id={`mailed-${id}`} className={styles.question}>
            {question.description}
          </h2>
          <p className="meta">
            <Link href={paths.entries(bid)}>{book}</Link> · <RelativeTime at={toDate(receivedAt)} />
          </p>
        </div>
        {image ? (
          <MailedPicture answer={answer} image={image} />
        ) : (
          <div>
            <TextArea
              name="text"
              label="Your answer"
              aria-label={`Your answer: ${question.description}`}
              rows={7}
              value={text}
              maxCharacters={MAX_CHARACTERS}
              onChange={(event) => change(event.target.value)}
            />
            <p role="status" className={cx('meta', styles.state)}>
              {problem}
            </p>
          </div>
        )}
        {replaces && <p>Handing it in replaces your earlier answer.</p>}
        <AcceptanceNotice error={submit.error} />
        <SubmissionError error={submit.error} />
        <div className="row">
          <Button
            variant="primary"
            busy={submit.isPending}
            disabled={problem !== ''}
            onClick={() => submit.mutate(image ? null : text)}
          >
            {submit.isPending ? 'Handing in…' : 'Hand in'}
            {of}
          </Button>
          <Button disabled={submit.isPending} onClick={() => setIsDiscarding(true)}>
            Discard{of}
          </Button>
        </div>
        {isDiscarding && (
          <DiscardDialog answer={answer} onDone={leave} onClose={() => setIsDiscarding(false)} />
        )}
      </article>
    </Card>
  )
}

/** Reason why a text can't be handed in because of its length; empty if it can. */
function lengthProblem(text: string): string {
  const length = countCharacters(text)
  if (length < MIN_CHARACTERS) return `An answer has at least ${MIN_CHARACTERS} characters.`
  return length > MAX_CHARACTERS
    ? `An answer has at most ${MAX_CHARACTERS} characters. Shorten it before you hand it in.`
    : ''
}

interface MailedPictureProps {
  answer: MailedAnswer
  /** Address of the picture. */
  image: string
}

/** Picture of an answer, which a dialog shows enlarged. */
function MailedPicture({ answer: { type, question }, image }: MailedPictureProps) {
  const [isEnlarged, setIsEnlarged] = useState(false)
  const isPage = type === 'page'
  const alt = `Your answer to: ${question.description}`
  return (
    <>
      <button
        type="button"
        aria-label={`Enlarge your answer to: ${question.description}`}
        className={styles.picture}
        onClick={() => setIsEnlarged(true)}
      >
        <MemoImage image={image} alt={alt} page={isPage} />
      </button>
      {isEnlarged && (
        <Dialog wide title={`Question ${question.number}`} onClose={() => setIsEnlarged(false)}>
          <div className="stack">
            <p>{question.description}</p>
            <div className={cx(styles.enlarged, isPage && styles.enlargedPage)}>
              <MemoImage image={image} alt={alt} page={isPage} />
            </div>
          </div>
        </Dialog>
      )}
    </>
  )
}

interface DiscardDialogProps extends MailedAnswerCardProps {
  onClose(): void
}

/** Dialog that confirms that an answer is discarded. */
function DiscardDialog({ answer, onDone, onClose }: DiscardDialogProps) {
  const { mutate, isPending, error } = useDiscardMailedAnswer(answer, onDone)
  return (
    <Dialog title="Discard this answer?" onClose={onClose}>
      <div className="stack">
        {error && <Banner tone="error">{errorMessage(error)}</Banner>}
        <p>
          <strong>{answer.question.description}</strong>
        </p>
        <p>This can’t be undone. You can still answer the question in another way.</p>
        <div className="row">
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="danger" busy={isPending} onClick={() => mutate()}>
            Discard the answer
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
