import type { ReactNode } from 'react'
import type { Question } from '../../api/books'
import { Badge } from '../../ui/Badge'
import { Card } from '../../ui/Card'
import styles from './PromptCard.module.css'
import { PromptHeading } from './PromptHeading'

interface PromptCardProps {
  question: Question
  /** A word about the answer. */
  badge?: string
  onOpen(): void
  /** The answer, or that there is none yet. */
  children: ReactNode
}

/** A prompt of the book; pressing it opens the place to answer. */
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
