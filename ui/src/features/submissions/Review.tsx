import { useState } from 'react'
import { MAX_LENGTHS } from '../../api/limits'
import type { Question } from '../../entities/book/queries'
import { MemoImage } from '../../entities/memo/MemoContent'
import { TranscriptionField } from '../../entities/memo/TranscriptionField'
import {
  type EditedDraft,
  useTranscriptionDraft,
} from '../../entities/memo/use-transcription-draft'
import { announce } from '../../lib/announce'
import { focusAfterRender } from '../../lib/focus-after-render'
import { plural } from '../../lib/format'
import { Badge } from '../../ui/Badge'
import { Banner } from '../../ui/Banner'
import { Button } from '../../ui/Button'
import { Checkbox, RadioGroup } from '../../ui/ChoiceGroup'
import { cx } from '../../ui/cx'
import { Dialog } from '../../ui/Dialog'
import { InkPicture } from '../../ui/InkPicture'
import { Menu, MenuButton } from '../../ui/Menu'
import { Pager } from '../../ui/Pager'
import { QuestionHeading } from './QuestionCard'
import styles from './Review.module.css'
import type { ReviewedAnswer, useReviewedAnswers } from './use-reviewed-answers'

interface ReviewProps extends ReturnType<typeof useReviewedAnswers> {
  /** Id of the book. */
  bid: string
  /** Questions of the book. */
  questions: Question[]
  /** Keys of the questions that the member has answered before. */
  answeredBefore: Set<string>
  warnings: string[]
  /** Numbers of the questions whose boxes are hard to read. */
  doubtful: number[]
}

/** Handwriting that was read from a form, to check before the submission. */
export function Review({
  bid,
  reviewed,
  include,
  transcribe,
  editDraft,
  give,
  questions,
  answeredBefore,
  warnings,
  doubtful,
}: ReviewProps) {
  const [enlarged, setEnlarged] = useState<number>()
  const [moved, setMoved] = useState<ReviewedAnswer>()
  const given = new Set(reviewed.map(({ question }) => question.key))
  const empty = questions.filter(({ key }) => !given.has(key))
  const isDoubtful = ({ number }: { number: number }) => doubtful.includes(number)
  const shown = empty.filter((question, index) => index < MAX_EMPTY_BOXES || isDoubtful(question))
  const cards = [
    ...reviewed.map((answer, index) => ({ number: answer.read.number, answer, index })),
    ...shown.map((question) => ({ number: question.number, question })),
  ].sort((one, other) => one.number - other.number)
  return (
    <section className="stack" aria-label="Your handwriting">
      {warnings.length > 0 && <ExtractionWarnings warnings={warnings} doubtful={doubtful} />}
      <ul className={styles.answers}>
        {cards.map((card) =>
          'answer' in card ? (
            <li key={card.answer.read.key}>
              <AnswerCard
                bid={bid}
                answer={card.answer}
                isDoubtful={isDoubtful(card)}
                onEnlarge={() => setEnlarged(card.index)}
                onInclude={(isIncluded) => include(card.answer.read.key, isIncluded)}
                onTranscribe={(words) => transcribe(card.answer.read.key, words)}
                onEditDraft={(edited) => editDraft(card.answer.read.key, edited)}
                onMove={questions.length > 1 ? () => setMoved(card.answer) : undefined}
              />
            </li>
          ) : (
            <li key={`empty-${card.question.key}`}>
              <EmptyBox
                question={card.question}
                isAnswered={answeredBefore.has(card.question.key)}
                isDoubtful={isDoubtful(card)}
              />
            </li>
          ),
        )}
      </ul>
      {empty.length > shown.length && (
        <p className="meta">
          {plural(empty.length - shown.length, 'One more box is empty.', '# more boxes are empty.')}
        </p>
      )}
      {enlarged !== undefined && (
        <PreviewDialog
          answers={reviewed}
          index={enlarged}
          onShow={setEnlarged}
          onClose={() => setEnlarged(undefined)}
        />
      )}
      {moved && (
        <MoveDialog
          answer={moved}
          questions={questions}
          answered={given}
          onMove={(question) => {
            give(moved.read.key, question)
            announce(`This is now your answer to question ${question.number}.`)
            setMoved(undefined)
          }}
          onClose={() => setMoved(undefined)}
        />
      )}
    </section>
  )
}

/** Maximum number of surely empty boxes that are shown; a form of many pages has more. */
const MAX_EMPTY_BOXES = 5

interface AnswerCardProps {
  /** Id of the book. */
  bid: string
  answer: ReviewedAnswer
  /** Whether the box was hard to read. */
  isDoubtful: boolean
  onEnlarge(): void
  onInclude(isIncluded: boolean): void
  onTranscribe(words: string): void
  onEditDraft(edited: EditedDraft): void
  /** Undefined if there is no other question. */
  onMove: (() => void) | undefined
}

function AnswerCard(props: AnswerCardProps) {
  const { bid, answer, isDoubtful, onEnlarge, onInclude, onTranscribe, onEditDraft, onMove } = props
  const { read, question, isIncluded } = answer
  const [isTyping, setTyping] = useState(false)
  const fieldId = `transcription-${read.key}`
  const of = <span className="visually-hidden">: {question.description}</span>
  return (
    <div className={cx(styles.answer, !isIncluded && styles.leftOut)}>
      <button type="button" className={styles.enlarge} onClick={onEnlarge}>
        <QuestionHeading number={question.number} question={question.description} />
        {isDoubtful && <LookClosely />}
        <InkPicture
          className={styles.ink}
          src={`data:image/png;base64,${read.image}`}
          alt="Your handwriting"
        />
      </button>
      <div className={styles.actions}>
        <Checkbox checked={isIncluded} onChange={onInclude}>
          Include{of}
        </Checkbox>
        {!isTyping && (
          <Button
            variant="quiet"
            onClick={() => {
              setTyping(true)
              focusAfterRender(fieldId)
            }}
          >
            Type it out{of}
          </Button>
        )}
        <Menu end label={<>More{of}</>} variant="quiet">
          <MenuButton onClick={onEnlarge}>Enlarge</MenuButton>
          {onMove && <MenuButton onClick={onMove}>Give it to another question</MenuButton>}
        </Menu>
      </div>
      {isTyping && (
        <Transcription
          id={fieldId}
          bid={bid}
          answer={answer}
          onTranscribe={onTranscribe}
          onEditDraft={onEditDraft}
        />
      )}
    </div>
  )
}

interface TranscriptionProps
  extends Pick<AnswerCardProps, 'bid' | 'answer' | 'onTranscribe' | 'onEditDraft'> {
  /** Id of the field. */
  id: string
}

/** Field for the transcription of an answer. A draft is read as soon as it is shown. */
function Transcription({ id, bid, answer, onTranscribe, onEditDraft }: TranscriptionProps) {
  const { read, question, transcription, editedDraft } = answer
  const drafted = useTranscriptionDraft({
    source: { bid, key: read.key, image: read.image },
    text: transcription,
    onChange: onTranscribe,
    edited: editedDraft,
    onEdit: onEditDraft,
    isConfirmedOnSave: false,
  })
  return (
    <TranscriptionField
      id={id}
      maxCharacters={MAX_LENGTHS.DescribedMemo.alt}
      of={question.description}
      drafted={drafted}
    />
  )
}

interface EmptyBoxProps {
  question: Question
  /** Whether the member has answered the question before. */
  isAnswered: boolean
  /** Whether the box was hard to read. */
  isDoubtful: boolean
}

function EmptyBox({ question, isAnswered, isDoubtful }: EmptyBoxProps) {
  return (
    <div className={styles.empty}>
      <QuestionHeading number={question.number} question={question.description} />
      {isDoubtful && <LookClosely />}
      <p className="meta">
        {isDoubtful ? 'No writing was made out in this box.' : 'Nothing in this box.'}
        {isAnswered && ' Your earlier answer stays.'}
      </p>
    </div>
  )
}

function LookClosely() {
  return (
    <span className={styles.doubtful}>
      <Badge seal>Look closely</Badge>
    </span>
  )
}

interface PreviewDialogProps {
  answers: ReviewedAnswer[]
  index: number
  onShow(index: number): void
  onClose(): void
}

/** Dialog with one answer, enlarged. The arrow keys go through all answers. */
function PreviewDialog({ answers, index, onShow, onClose }: PreviewDialogProps) {
  const answer = answers[index]
  if (!answer) return null

  const onKey = (key: string) => {
    if (key === 'ArrowLeft' && index > 0) onShow(index - 1)
    if (key === 'ArrowRight' && index < answers.length - 1) onShow(index + 1)
  }

  return (
    <Dialog title={`Question ${answer.question.number}`} wide onClose={onClose} onKeyDown={onKey}>
      <div className="stack">
        <p>{answer.question.description}</p>
        <Pager
          label="Answers"
          page={index + 1}
          pages={answers.length}
          position={`${index + 1} of ${answers.length}`}
          onPage={(page) => onShow(page - 1)}
        />
        <div className={styles.picture}>
          <MemoImage image={answer.read.image} alt="Your handwriting" />
        </div>
      </div>
    </Dialog>
  )
}

interface MoveDialogProps {
  answer: ReviewedAnswer
  questions: Question[]
  /** Keys of the questions that have an answer on this form. */
  answered: Set<string>
  onMove(question: Question): void
  onClose(): void
}

/** Dialog to choose another question for an answer, for what was written into the wrong box. */
function MoveDialog({ answer, questions, answered, onMove, onClose }: MoveDialogProps) {
  const [key, setKey] = useState(answer.question.key)
  const chosen = questions.find((question) => question.key === key)
  const isSame = key === answer.question.key
  return (
    <Dialog title="Which question does this answer?" onClose={onClose}>
      <div className="stack">
        <RadioGroup
          stacked
          name="question"
          label="Questions of this book"
          choices={questions.map(({ key: value, number, description }) => ({
            value,
            label: `${number}. ${description}`,
          }))}
          value={key}
          onChange={setKey}
        />
        {!isSame && answered.has(key) && (
          <p role="status">This question has an answer on your form. The two change places.</p>
        )}
        <div className="row">
          <Button
            variant="primary"
            disabled={isSame || !chosen}
            onClick={() => chosen && onMove(chosen)}
          >
            Give it to question {chosen?.number}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

/** Warnings about parts that may have been read wrongly. */
function ExtractionWarnings({ warnings, doubtful }: Pick<ReviewProps, 'warnings' | 'doubtful'>) {
  return (
    <Banner tone="warn">
      {warnings.length === 1 ? (
        <p>{warnings[0]}</p>
      ) : (
        <ul>
          {warnings.map((warning) => (
            <li key={warning}>{warning}</li>
          ))}
        </ul>
      )}
      <p>
        <strong>Look at each picture before you submit.</strong>
      </p>
      {doubtful.length > 0 && (
        <p>
          {plural(
            doubtful.length,
            'Look closely at question {list}.',
            'Look closely at questions {list}.',
            { list: doubtful.join(', ') },
          )}
        </p>
      )}
    </Banner>
  )
}
