import { useState } from 'react'
import { MAX_LENGTHS } from '../../api/limits'
import { MemoImage } from '../../entities/memo/MemoContent'
import { TranscriptionField } from '../../entities/memo/TranscriptionField'
import { Banner } from '../../ui/Banner'
import { Card } from '../../ui/Card'
import { Dialog } from '../../ui/Dialog'
import { Pager } from '../../ui/Pager'
import styles from './Gallery.module.css'
import { QuestionHeading } from './QuestionCard'
import type { Transcriptions } from './queries'
import type { Answer } from './use-form-extraction'

interface GalleryProps {
  answers: Answer[]
  warnings: string[]
  /** Transcriptions by question key. */
  transcriptions: Transcriptions
  onTranscribe(key: string, words: string): void
}

/** Pictures of all filled boxes, to check before the submission. */
export function Gallery({ answers, warnings, transcriptions, onTranscribe }: GalleryProps) {
  const [shown, setShown] = useState<number>()
  return (
    <section className="stack" aria-labelledby="review">
      <h2 id="review">Your handwriting</h2>
      {warnings.length > 0 && <ExtractionWarnings warnings={warnings} />}
      <p>Is this what you wrote? Select one to enlarge it.</p>
      <p className="meta">
        A transcription is read out to people who can’t see the picture, and lets search find it.
      </p>
      <ul className="cards">
        {answers.map((answer, index) => (
          <li key={answer.key}>
            <Card>
              <button type="button" className={styles.answer} onClick={() => setShown(index)}>
                <QuestionHeading number={answer.number} question={answer.question} />
                <MemoImage image={answer.image} alt="Your handwriting" />
              </button>
              <TranscriptionField
                maxCharacters={MAX_LENGTHS.DescribedMemo.alt}
                of={answer.question}
                value={transcriptions[answer.key] ?? ''}
                onChange={(words) => onTranscribe(answer.key, words)}
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

interface PreviewDialogProps {
  answers: Answer[]
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
    <Dialog title={`Question ${answer.number}`} wide onClose={onClose} onKeyDown={onKey}>
      <div className="stack">
        <p>{answer.question}</p>
        <Pager
          label="Answers"
          page={index + 1}
          pages={answers.length}
          position={`${index + 1} of ${answers.length}`}
          onPage={(page) => onShow(page - 1)}
        />
        <div className={styles.picture}>
          <MemoImage image={answer.image} alt="Your handwriting" />
        </div>
      </div>
    </Dialog>
  )
}

/** Warnings about parts that may have been read wrongly. */
function ExtractionWarnings({ warnings }: { warnings: string[] }) {
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
    </Banner>
  )
}
