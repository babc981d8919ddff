import { useEffect, useState } from 'react'
import { errorMessage } from '../../../lib/api-error'
import { formatNumber } from '../../../lib/format'
import { Banner } from '../../../ui/Banner'
import { Button } from '../../../ui/Button'
import { Picture } from '../../../ui/Picture'
import { Skeleton } from '../../../ui/Skeleton'
import styles from './FormPreview.module.css'
import { type Question, useFormPreview } from './queries'

/** Pages before the first one with questions, and questions on a page. */
const PAGES_BEFORE = 1
const QUESTIONS_A_PAGE = 5

/** Number of the page with a question, whose place is counted from 0. */
export const pageOfQuestion = (index: number) =>
  PAGES_BEFORE + 1 + Math.floor(Math.max(0, index) / QUESTIONS_A_PAGE)

/** Time without a change after which the form is drawn, in milliseconds. */
const DRAW_DELAY_MS = 700

/** Size of the picture in pixels. */
const SIZE = { width: 936, height: 1248 }

interface FormPreviewProps {
  bid: string
  /** Name of the book. */
  name: string
  questions: Question[]
  /** Page, from 1. */
  page: number
  onPage(page: number): void
}

/** Page of the form as it would be printed with the questions, saved or not. */
export function FormPreview({ bid, name, questions, page, onPage }: FormPreviewProps) {
  const settled = useSettled(questions)
  const { data, error, isFetching } = useFormPreview({ bid, name, questions: settled, page })
  // A shorter form has fewer pages.
  const shown = data ? Math.min(page, data.pages) : page
  return (
    <section className={styles.preview} aria-labelledby="form-preview">
      <h3 id="form-preview">The form</h3>
      {questions.length === 0 ? (
        <p className="meta">Add a question to see the page that members fill in.</p>
      ) : error ? (
        <Banner tone="error">The page can’t be drawn. {errorMessage(error)}</Banner>
      ) : data ? (
        <>
          <Picture
            {...SIZE}
            className={styles.page}
            src={`data:image/png;base64,${data.base64Image}`}
            alt={`Page ${data.page} of the form as it prints`}
            loading="eager"
          />
          <div className={styles.turn}>
            <Button
              variant="quiet"
              aria-disabled={shown === 1 || undefined}
              onClick={() => shown > 1 && onPage(shown - 1)}
            >
              Previous<span className="visually-hidden"> page of the form</span>
            </Button>
            <p className="meta">
              {isFetching
                ? 'Drawing…'
                : `Page ${formatNumber(shown)} of ${formatNumber(data.pages)}`}
            </p>
            <Button
              variant="quiet"
              aria-disabled={shown === data.pages || undefined}
              onClick={() => shown < data.pages && onPage(shown + 1)}
            >
              Next<span className="visually-hidden"> page of the form</span>
            </Button>
          </div>
        </>
      ) : (
        <Skeleton label="Drawing the form…" picture={SIZE} />
      )}
    </section>
  )
}

/** The questions, once they have not changed for a while. */
function useSettled(questions: Question[]): Question[] {
  const [settled, setSettled] = useState(questions)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(questions), DRAW_DELAY_MS)
    return () => clearTimeout(timer)
  }, [questions])
  return settled
}
