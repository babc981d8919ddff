import { type ChangeEvent, type ReactNode, useState } from 'react'
import { pickFile, sizeProblemOf } from '../../lib/pick-file'
import { Banner } from '../../ui/Banner'
import { buttonClass } from '../../ui/Button'
import { DropZone } from '../../ui/DropZone'
import { SheetUp } from '../../ui/illustrations/steps'
import styles from './FileChoice.module.css'
import { photoToPng } from './photo-to-png'

interface FileChoiceProps {
  /** Called with the file and a note about other files that were left out. */
  onFile(file: File, note: string | undefined): void
  /** Other ways to add a form. */
  children?: ReactNode
}

/** Chooser for one export: by click, drop or paste, or as a photo of the page. */
export function FileChoice({ onFile, children }: FileChoiceProps) {
  const [note, setNote] = useState<string>()
  const addFiles = (files: File[]) => {
    const picked = pickExport(files)
    if (picked.file) onFile(picked.file, picked.note)
    else setNote(picked.note)
  }
  return (
    <>
      <DropZone accept={ACCEPT} onFiles={addFiles}>
        <SheetUp />
        <strong>Choose your PDF or PNG</strong>
        <span className="meta">You can also drop it anywhere on this page, or paste it.</span>
      </DropZone>
      <div className="row">
        <TakePhoto onPhoto={(photo) => addFiles([photo])} onProblem={setNote} />
        {children}
      </div>
      {note && <Banner tone="error">{note}</Banner>}
    </>
  )
}

interface TakePhotoProps {
  /** Called with the photo as PNG, the only picture format that the server accepts. */
  onPhoto(photo: File): void
  onProblem(words: string | undefined): void
}

const UNKNOWN_KIND =
  'Your browser can’t open this photo. On an iPhone, choose “Most Compatible” in Settings, Camera, Formats, then take it again. You can also send a screenshot of the photo.'

/** Button that opens the camera of a phone. */
function TakePhoto({ onPhoto, onProblem }: TakePhotoProps) {
  const [preparing, setPreparing] = useState(false)
  const addFiles = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const photo = target.files?.[0]
    // Otherwise the same photo could not be chosen again.
    target.value = ''
    if (!photo) return
    onProblem(undefined)
    setPreparing(true)
    const png = await photoToPng(photo).catch(() => undefined)
    setPreparing(false)
    if (png) onPhoto(png)
    else onProblem(UNKNOWN_KIND)
  }
  if (preparing) return <span role="status">Preparing your photo…</span>
  return (
    <label className={buttonClass('plain', styles.photo)}>
      <input
        type="file"
        accept="image/*"
        capture="environment"
        className="visually-hidden"
        onChange={addFiles}
      />
      Take a photo
    </label>
  )
}

export const ACCEPT = '.pdf,.png,application/pdf,image/png'

/** Whether a file is a form, by type or by ending: some tablets set no type. */
const isFormExport = ({ type, name }: File) =>
  type === 'application/pdf' || type === 'image/png' || /\.(pdf|png)$/i.test(name)

const problemOf = (file: File) =>
  isFormExport(file)
    ? sizeProblemOf(file)
    : `“${file.name}” is neither a PDF nor a PNG. Please export it as one.`

/** Picks the first file that can be read; notes the reasons for the others. */
export const pickExport = (files: File[]) => pickFile(files, files.map(problemOf))
