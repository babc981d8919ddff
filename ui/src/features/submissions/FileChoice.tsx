import { type ReactNode, useState } from 'react'
import { Banner } from '../../ui/Banner'
import { DropZone } from '../../ui/DropZone'
import { SheetUp } from '../../ui/drawings/steps'
import { ACCEPT, pickExport } from './pick-export'
import { TakePhoto } from './TakePhoto'

interface FileChoiceProps {
  /** With words about other files that were left out. */
  onFile(file: File, note: string | undefined): void
  /** Other ways to add a form. */
  children?: ReactNode
}

/** One export, by click, drop or paste, or a photo of the page. */
export function FileChoice({ onFile, children }: FileChoiceProps) {
  const [note, setNote] = useState<string>()
  const take = (files: File[]) => {
    const picked = pickExport(files)
    if (picked.file) onFile(picked.file, picked.note)
    else setNote(picked.note)
  }
  return (
    <>
      <DropZone accept={ACCEPT} onFiles={take}>
        <SheetUp />
        <strong>Choose your PDF or PNG</strong>
        <span className="meta">or drop it anywhere on this page, or paste it</span>
      </DropZone>
      <div className="row">
        <TakePhoto onPhoto={(photo) => take([photo])} onProblem={setNote} />
        {children}
      </div>
      {note && <Banner tone="error">{note}</Banner>}
    </>
  )
}
