import type { ReactNode } from 'react'
import type { Question } from '../../entities/book/queries'
import { Dialog } from '../../ui/Dialog'

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
