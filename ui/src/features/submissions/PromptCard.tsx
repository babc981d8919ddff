import type { ReactNode } from 'react'
import type { Question } from '../../entities/book/queries'
import type { Memo, MemoType } from '../../entities/memo/queries'
import { Badge } from '../../ui/Badge'
import { Card } from '../../ui/Card'
import styles from './PromptCard.module.css'

interface PromptCardProps {
  question: Question
  /** Short note about the answer. */
  badge?: string
  onOpen(): void
  /** The answer, or a note that there is none. */
  children: ReactNode
}

/** Card of a question; clicking it opens the dialog to answer. */
export function PromptCard({ question, badge, onOpen, children }: PromptCardProps) {
  return (
    <Card>
      <button type="button" className={styles.prompt} onClick={onOpen}>
        <PromptHeading number={question.number} question={question.description} />
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

interface PromptHeadingProps {
  number: number
  question: string
}

/** Heading with number and question, always two lines high so that cards in a row align. */
export function PromptHeading({ number, question }: PromptHeadingProps) {
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
