import { Button } from '../../ui/Button'
import { Dialog } from '../../ui/Dialog'
import { MemoImage } from '../../ui/MemoImage'
import styles from './PreviewDialog.module.css'
import type { Answer } from './use-form-extraction'

interface PreviewDialogProps {
  answers: Answer[]
  index: number
  onShow(index: number): void
  onClose(): void
}

/** One answer, large. The arrow keys go through all. */
export function PreviewDialog({ answers, index, onShow, onClose }: PreviewDialogProps) {
  const answer = answers[index]
  if (!answer) return null

  const first = index === 0
  const last = index === answers.length - 1
  const previous = () => !first && onShow(index - 1)
  const next = () => !last && onShow(index + 1)
  const press = (key: string) => {
    if (key === 'ArrowLeft') previous()
    if (key === 'ArrowRight') next()
  }

  return (
    <Dialog title={`Question ${answer.number}`} wide onClose={onClose} onKeyDown={press}>
      <div className="stack">
        <p>{answer.question}</p>
        <div className="row">
          {/* Not `disabled`: at the last answer, focus would fall from the button that led there. */}
          <Button onClick={previous} aria-disabled={first || undefined}>
            Previous
          </Button>
          <Button onClick={next} aria-disabled={last || undefined}>
            Next
          </Button>
          <span className="meta" role="status">
            {index + 1} of {answers.length}
          </span>
        </div>
        <div className={styles.picture}>
          <MemoImage image={answer.image} alt="Your handwriting" />
        </div>
      </div>
    </Dialog>
  )
}
