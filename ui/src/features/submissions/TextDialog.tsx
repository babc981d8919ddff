import type { Question } from '../../api/books'
import { Button } from '../../ui/Button'
import { QuestionDialog } from './QuestionDialog'
import { TextEditor } from './TextEditor'

interface TextDialogProps {
  bid: string
  questions: Question[]
  /** What was saved, by question. */
  texts: Map<string, string>
  index: number
  onShow(index: number): void
  onClose(): void
}

/** The prompts one after the other, each with its answer. Drafts stay when another one is shown. */
export function TextDialog({ bid, questions, texts, index, onShow, onClose }: TextDialogProps) {
  const question = questions[index]
  if (!question) return null

  const first = index === 0
  const last = index === questions.length - 1
  return (
    <QuestionDialog question={question} onClose={onClose}>
      <TextEditor
        key={question.key}
        bid={bid}
        question={question}
        saved={texts.get(question.key) ?? ''}
      />
      <div className="row">
        {/* Not `disabled`: at the last question, focus would fall from the button that led there. */}
        <Button aria-disabled={first || undefined} onClick={() => first || onShow(index - 1)}>
          Previous
        </Button>
        <Button aria-disabled={last || undefined} onClick={() => last || onShow(index + 1)}>
          Next
        </Button>
        <span className="meta" role="status">
          {index + 1} of {questions.length}
        </span>
      </div>
    </QuestionDialog>
  )
}
