import type { ReactNode } from 'react'
import type { Question } from '../../entities/book/queries'
import type { Memo, MemoType } from '../../entities/memo/queries'
import { Badge } from '../../ui/Badge'
import { Banner } from '../../ui/Banner'
import { Card } from '../../ui/Card'
import { Dialog } from '../../ui/Dialog'
import styles from './QuestionCard.module.css'

interface QuestionCardProps {
  question: Question
  /** Short note about the answer. */
  badge?: string
  onOpen(): void
  /** The answer, or a note that there is none. */
  children: ReactNode
}

/** Card of a question; clicking it opens the dialog to answer. */
export function QuestionCard({ question, badge, onOpen, children }: QuestionCardProps) {
  return (
    <Card>
      <button type="button" className={styles.card} onClick={onOpen}>
        <QuestionHeading number={question.number} question={question.description} />
        {badge && (
          <span className={styles.badge}>
            <Badge>{badge}</Badge>
          </span>
        )}
        {children}
      </button>
    </Card>
  )
}

interface QuestionHeadingProps {
  number: number
  question: string
}

/** Heading with number and question, always two lines high so that cards in a row align. */
export function QuestionHeading({ number, question }: QuestionHeadingProps) {
  return (
    <>
      <span className={styles.number}>Question {number}</span>
      <span className={styles.question}>{question}</span>
    </>
  )
}

const OTHERWISE: Record<MemoType, string> = {
  hand: 'Answered by hand',
  page: 'Answered with a full page',
  text: 'Answered in text',
}

/** Placeholder for a missing answer. The member may have answered in another way, and may do both. */
export function answerStatus(memos: Memo[], qid: string): string {
  const other = memos.find((memo) => memo.qid === qid)
  return other ? OTHERWISE[other.type as MemoType] : 'Not answered yet'
}

/** Notice for a book without questions. */
export function NoQuestions() {
  return <Banner>This book has no questions yet. Please come back in a while.</Banner>
}

interface QuestionDialogProps {
  question: Question
  onClose(): void
  children: ReactNode
}

/** Dialog to answer one question. */
export function QuestionDialog({ question, onClose, children }: QuestionDialogProps) {
  return (
    <Dialog title={`Question ${question.number}`} onClose={onClose}>
      <div className="stack">
        <p>
          <strong>{question.description}</strong>
        </p>
        {children}
      </div>
    </Dialog>
  )
}
