import { useState } from 'react'
import { Link } from 'wouter'
import { UploadRow } from '../../entities/upload/UploadRow'
import { plural } from '../../lib/format'
import { paths } from '../../paths'
import { Banner } from '../../ui/Banner'
import { FileRow } from '../../ui/FileRow'
import { describeProgress } from './extraction-progress'
import { FileChoice } from './FileChoice'
import { SendFromPhone } from './SendFromPhone'
import type { Extraction, ExtractionState } from './use-form-extraction'

interface UploadProps {
  bid: string
  extraction: ExtractionState
  onStart(file: File): void
  /** Called with a form that a phone has sent. */
  onHandOver(extraction: Extraction): void
  onRemove(): void
  onRetry(): void
}

/** Upload of one export in any state. */
export function Upload({ bid, extraction, onStart, onHandOver, onRemove, onRetry }: UploadProps) {
  const [note, setNote] = useState<string>()
  const start = (file: File, aside: string | undefined) => {
    setNote(aside)
    onStart(file)
  }
  return (
    <section className="stack" aria-labelledby="upload">
      <h2 id="upload">Add your filled form</h2>
      {extraction.step === 'empty' ? (
        <FileChoice onFile={start}>
          <SendFromPhone bid={bid} onRead={onHandOver} />
        </FileChoice>
      ) : (
        <>
          <ExtractionRow extraction={extraction} onRemove={onRemove} onRetry={onRetry} />
          {note && <Banner>{note}</Banner>}
        </>
      )}
    </section>
  )
}

interface ExtractionRowProps {
  extraction: Exclude<ExtractionState, { step: 'empty' }>
  onRemove(): void
  onRetry(): void
}

/** Row of the chosen file with its state. */
function ExtractionRow({ extraction, onRemove, onRetry }: ExtractionRowProps) {
  switch (extraction.step) {
    case 'sending':
      return (
        <UploadRow
          file={extraction.file}
          state={extraction.state}
          {...describeProgress(extraction.progress)}
          onCancel={onRemove}
          onRetry={onRetry}
        />
      )
    case 'refused':
      return (
        <FileRow file={extraction.file} mark="bad" action="Remove file" onAction={onRemove}>
          <Banner tone="error">
            <p>{extraction.message}</p>
            {extraction.withoutInk && (
              <p>
                Most tablets keep handwriting beside the PDF until it is exported.{' '}
                <Link href={paths.help}>How to export it with the ink inside</Link>
              </p>
            )}
          </Banner>
        </FileRow>
      )
    case 'read':
      return (
        <FileRow file={extraction.file} mark="good" action="Remove file" onAction={onRemove}>
          <p role="status">
            {plural(extraction.answers.length, 'One answer was found.', '# answers were found.')}
          </p>
        </FileRow>
      )
  }
}
