import { useState } from 'react'
import { AltTextField } from '../../ui/AltTextField'
import { Card } from '../../ui/Card'
import { MemoImage } from '../../ui/MemoImage'
import styles from './Gallery.module.css'
import { PreviewDialog } from './PreviewDialog'
import { PromptHeading } from './PromptHeading'
import type { Alts } from './queries'
import { ReadingWarnings } from './ReadingWarnings'
import type { Answer } from './use-form-extraction'

interface GalleryProps {
  answers: Answer[]
  doubts: string[]
  /** What the pictures say, by their questions. */
  alts: Alts
  onDescribe(key: string, words: string): void
}

/** Every box that was written in, to be checked before it is submitted. */
export function Gallery({ answers, doubts, alts, onDescribe }: GalleryProps) {
  const [shown, setShown] = useState<number>()
  return (
    <section className="stack" aria-labelledby="review">
      <h2 id="review">Your handwriting</h2>
      {doubts.length > 0 && <ReadingWarnings doubts={doubts} />}
      <p>Is this what you wrote? Select one to enlarge it.</p>
      <p className="meta">
        If you type what an answer says, it is read out to those who cannot see it, and search finds
        it.
      </p>
      <ul className="cards">
        {answers.map((answer, index) => (
          <li key={answer.key}>
            <Card>
              <button type="button" className={styles.answer} onClick={() => setShown(index)}>
                <PromptHeading number={answer.number} question={answer.question} />
                <MemoImage image={answer.image} alt="Your handwriting" />
              </button>
              <AltTextField
                of={answer.question}
                value={alts[answer.key] ?? ''}
                onChange={(words) => onDescribe(answer.key, words)}
              />
            </Card>
          </li>
        ))}
      </ul>
      {shown !== undefined && (
        <PreviewDialog
          answers={answers}
          index={shown}
          onShow={setShown}
          onClose={() => setShown(undefined)}
        />
      )}
    </section>
  )
}
