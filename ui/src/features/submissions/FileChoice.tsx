import { type ChangeEvent, type ReactNode, useState } from 'react'
import { type Picked, pickFile, sizeProblemOf } from '../../lib/pick-file'
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
  const { isPreparing, prepare } = usePreparedFile((picked) => {
    setNote(picked.file ? undefined : picked.note)
    if (picked.file) onFile(picked.file, picked.note)
  })
  return (
    <>
      <DropZone accept={ACCEPT} disabled={isPreparing} onFiles={prepare}>
        <SheetUp />
        <strong>Choose your PDF or PNG</strong>
        <span className="meta">
          A photo works too. You can also drop the file anywhere on this page, or paste it.
        </span>
      </DropZone>
      <div className="row">
        {isPreparing ? (
          <span role="status">Preparing your photo…</span>
        ) : (
          <TakePhoto onPhoto={(photo) => prepare([photo])} />
        )}
        {children}
      </div>
      {note && <Banner tone="error">{note}</Banner>}
    </>
  )
}

/** Button that opens the camera of a phone. */
function TakePhoto({ onPhoto }: { onPhoto(photo: File): void }) {
  const addFiles = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const photo = target.files?.[0]
    if (photo) onPhoto(photo)
    // Otherwise the same photo could not be chosen again.
    target.value = ''
  }
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

/** PDF and PNG, which the server accepts, and photos, which the browser makes PNG. */
export const ACCEPT = '.pdf,.png,.jpg,.jpeg,.webp,.heic,application/pdf,image/*'

/** By type or by ending: some tablets set no type. */
const isPhoto = ({ type, name }: File) =>
  (/^image\//.test(type) && type !== 'image/png') ||
  /\.(jpe?g|webp|hei[cf]|avif|gif|bmp|tiff?)$/i.test(name)

/** Whether the server accepts a file as it is, by type or by ending. */
const isFormExport = ({ type, name }: File) =>
  type === 'application/pdf' || type === 'image/png' || /\.(pdf|png)$/i.test(name)

/** Problem of a file before it is sent. A photo is scaled down, so its size doesn't matter. */
function problemOf(file: File): string | undefined {
  if (isPhoto(file)) return file.size === 0 ? sizeProblemOf(file) : undefined
  return isFormExport(file)
    ? sizeProblemOf(file)
    : `“${file.name}” is neither a PDF nor a PNG. Please export it as one.`
}

/** Explains a photo that can't be decoded; the usual ones are HEIC of an iPhone in another browser. */
const unknownKind = ({ name }: File) =>
  `Your browser can’t open the photo “${name}”. On an iPhone, choose “Most Compatible” in Settings, Camera, Formats, then take it again. You can also send a screenshot of the photo.`

/** Whether a file named as PDF or PNG begins as a JPEG or HEIC does: phones and chats rename photos. */
async function isRenamedPhoto(file: File): Promise<boolean> {
  // Chromium 75, of a Kindle, has no `arrayBuffer` of a file itself.
  const start = new Uint8Array(await new Response(file.slice(0, 12)).arrayBuffer())
  return /^\xff\xd8\xff|^.{4}ftyp(hei|mif)/s.test(String.fromCharCode(...start))
}

/** Picks the first file that can be read, as PDF or PNG; notes the reasons for the others. */
export async function prepareExport(files: File[]): Promise<Picked> {
  const picked = pickFile(files, files.map(problemOf))
  const { file } = picked
  if (!file || !(isPhoto(file) || (await isRenamedPhoto(file)))) return picked
  try {
    return { ...picked, file: await photoToPng(file) }
  } catch {
    return { note: unknownKind(file) }
  }
}

/** Prepares chosen files to be sent. Calls back with the result, at once unless it is a photo. */
export function usePreparedFile(onPrepared: (picked: Picked) => void) {
  const [isPreparing, setPreparing] = useState(false)
  const prepare = async (files: File[]) => {
    setPreparing(files.some(isPhoto))
    const picked = await prepareExport(files)
    setPreparing(false)
    onPrepared(picked)
  }
  return { isPreparing, prepare }
}
