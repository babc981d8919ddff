import { useState } from 'react'
import { Banner } from '../../ui/Banner'
import { FileChoice } from './FileChoice'
import { ReadingRow } from './ReadingRow'
import { SendFromPhone } from './SendFromPhone'
import type { Extraction, Reading } from './use-reading'

interface UploadProps {
  bid: string
  reading: Reading
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
          <ReadingRow reading={reading} onRemove={onRemove} onRetry={onRetry} />
          {note && <Banner>{note}</Banner>}
        </>
      )}
    </section>
  )
}
