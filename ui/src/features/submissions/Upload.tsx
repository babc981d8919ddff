import { useState } from 'react'
import { Banner } from '../../ui/Banner'
import { ExtractionRow } from './ExtractionRow'
import { FileChoice } from './FileChoice'
import { SendFromPhone } from './SendFromPhone'
import type { Extraction, ExtractionState } from './use-form-extraction'

interface UploadProps {
  bid: string
  reading: ExtractionState
  onStart(file: File): void
  /** A phone has sent the form. */
  onHandOver(extraction: Extraction): void
  onRemove(): void
  onRetry(): void
}

/** One export: nothing yet, on its way, or done. */
export function Upload({ bid, reading, onStart, onHandOver, onRemove, onRetry }: UploadProps) {
  const [note, setNote] = useState<string>()
  const start = (file: File, aside: string | undefined) => {
    setNote(aside)
    onStart(file)
  }
  return (
    <section className="stack" aria-labelledby="upload">
      <h2 id="upload">Add your filled form</h2>
      {reading.step === 'empty' ? (
        <FileChoice onFile={start}>
          <SendFromPhone bid={bid} onRead={onHandOver} />
        </FileChoice>
      ) : (
        <>
          <ExtractionRow reading={reading} onRemove={onRemove} onRetry={onRetry} />
          {note && <Banner>{note}</Banner>}
        </>
      )}
    </section>
  )
}
