import { useState } from 'react'
import { MemoContent, MemoImage, Transcription } from '../../../entities/memo/MemoContent'
import type { Memo } from '../../../entities/memo/queries'
import { focusAfterRender, idsBeside } from '../../../lib/focus-after-render'
import { plural, toDate } from '../../../lib/format'
import { Button } from '../../../ui/Button'
import { Card } from '../../../ui/Card'
import { Dialog } from '../../../ui/Dialog'
import { RelativeTime } from '../../../ui/RelativeTime'
import styles from './GuestsPage.module.css'
import { useDecideOnAnswer } from './queries'

/** Id of the heading, which gets the focus after the last decision. */
const HEADING = 'waiting-answers'

/** Answers of guests that wait for a decision, oldest first. */
export function WaitingAnswers({ memos }: { memos: Memo[] }) {
  return (
    <section className="stack" aria-labelledby={HEADING}>
      <h2 id={HEADING} tabIndex={-1}>
        Waiting answers
      </h2>
      <p role="status">
        {memos.length === 0
          ? 'No answers are waiting.'
          : plural(memos.length, '1 answer is waiting.', '# answers are waiting.')}
      </p>
      {memos.length > 0 && (
        <ul className="cards">
          {memos.map((memo) => (
            <li key={memo.id}>
              <AnswerCard memo={memo} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const idOf = ({ id }: Memo) => `waiting-${id}`

/** Answer of a guest with the two decisions. */
function AnswerCard({ memo }: { memo: Memo }) {
  const { question, qid, author, updatedAt } = memo
  const [open, setOpen] = useState<'picture' | 'decline'>()
  const close = () => setOpen(undefined)
  const decide = useDecideOnAnswer(memo, () => {
    close()
    const others = idsBeside('[data-waiting]', idOf(memo)).filter((id) => id !== 'content')
    // The card is about to be removed.
    focusAfterRender(...others, HEADING)
  })
  const asked = question || qid
  const heading = `question-${memo.id}`
  const ofAnswer = (
    <span className="visually-hidden">
      {' '}
      the answer of {author.name} to: {asked}
    </span>
  )
  return (
    <Card>
      <article
        id={idOf(memo)}
        className="stack"
        aria-labelledby={heading}
        tabIndex={-1}
        data-waiting
      >
        <h3 id={heading} className={styles.question}>
          {asked}
        </h3>
        <p>
          <strong>{author.name}</strong> <RelativeTime className="meta" at={toDate(updatedAt)} />
        </p>
        <Answer memo={memo} onEnlarge={() => setOpen('picture')} />
        <div className="row screen-only">
          <Button
            busy={decide.isPending && decide.variables}
            disabled={decide.isPending}
            onClick={() => decide.mutate(true)}
          >
            Accept{ofAnswer}
          </Button>
          <Button variant="quiet" disabled={decide.isPending} onClick={() => setOpen('decline')}>
            Decline…{ofAnswer}
          </Button>
        </div>
      </article>
      {open === 'picture' && memo.img && (
        <Dialog title={asked} onClose={close} wide>
          <MemoImage image={memo.img} alt={altOf(memo)} page={memo.type === 'page'} />
        </Dialog>
      )}
      {open === 'decline' && (
        <DeclineDialog
          memo={memo}
          busy={decide.isPending}
          onDecline={() => decide.mutate(false, { onError: close })}
          onClose={close}
        />
      )}
    </Card>
  )
}

const altOf = ({ alt, author }: Memo) => alt ?? `Handwriting of ${author.name}`

interface AnswerProps {
  memo: Memo
  onEnlarge(): void
}

/** Text of an answer, or its picture, which enlarges. */
function Answer({ memo, onEnlarge }: AnswerProps) {
  if (!memo.img) return <MemoContent memo={memo} className={styles.words} />
  return (
    <>
      <button type="button" className={styles.enlarge} onClick={onEnlarge}>
        <MemoImage image={memo.img} alt={altOf(memo)} page={memo.type === 'page'} />
        <span className="visually-hidden">Enlarge</span>
      </button>
      <Transcription text={memo.alt} />
    </>
  )
}

interface DeclineDialogProps {
  memo: Memo
  busy: boolean
  onDecline(): void
  onClose(): void
}

function DeclineDialog({ memo: { author }, busy, onDecline, onClose }: DeclineDialogProps) {
  return (
    <Dialog title={`Decline the answer of ${author.name}?`} onClose={onClose}>
      <div className="stack">
        <p>
          The answer is deleted. {author.name} sees that it was declined, and can answer the
          question again.
        </p>
        <div className="row">
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="danger" busy={busy} onClick={onDecline}>
            Decline the answer
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
