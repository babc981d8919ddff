import { useState } from 'react'
import { Banner } from '../../ui/Banner'
import { DropZone } from '../../ui/DropZone'
import { SheetUp } from '../../ui/drawings/steps'
import { ACCEPT, pickFile } from './pick-file'
import { UploadRow } from './UploadRow'
import type { Reading } from './use-reading'

interface UploadProps {
  reading: Reading
  onStart(file: File): void
  onRemove(): void
}

/** One export: nothing yet, on its way, or done. */
export function Upload({ reading, onStart, onRemove }: UploadProps) {
  const [note, setNote] = useState<string>()
  const take = (files: File[]) => {
    const picked = pickFile(files)
    setNote(picked.note)
    if (picked.file) onStart(picked.file)
  }
  return (
    <section className="stack" aria-labelledby="upload">
      <h2 id="upload">Add your filled form</h2>
      {reading.step === 'empty' ? (
        <DropZone accept={ACCEPT} onFiles={take}>
          <SheetUp />
          <strong>Choose your PDF or PNG</strong>
          <span className="meta">or drop it anywhere on this page, or paste it</span>
        </DropZone>
      ) : (
        <UploadRow reading={reading} onRemove={onRemove} />
      )}
      {note && <Banner tone={reading.step === 'empty' ? 'error' : 'note'}>{note}</Banner>}
    </section>
  )
}
