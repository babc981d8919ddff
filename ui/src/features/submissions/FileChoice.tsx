import { type ChangeEvent, type ReactNode, useState } from 'react'
import { pickFile, sizeProblemOf } from '../../lib/pick-file'
import { Banner } from '../../ui/Banner'
import { buttonClass } from '../../ui/Button'
import { DropZone } from '../../ui/DropZone'
import { SheetUp } from '../../ui/illustrations/steps'
import styles from './FileChoice.module.css'

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
    const png = await asPng(photo).catch(() => undefined)
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

/** A page's handwriting needs no more pixels than this on its long side. */
const LONG_SIDE = 2600

const UNKNOWN_KIND =
  'Your browser cannot open this photo. On an iPhone, choose Settings, Camera, Formats, “Most Compatible”, and take it again; or send a screenshot of the photo.'

/** Size of a picture scaled down to the maximum, in pixels. */
export function fitted(width: number, height: number): [width: number, height: number] {
  const scale = Math.min(1, LONG_SIDE / Math.max(width, height))
  return [Math.round(width * scale), Math.round(height * scale)]
}

/** A photo as PNG, upright and scaled down to the maximum. */
async function asPng(photo: File): Promise<File> {
  const picture = await decode(photo)
  const [width, height] = fitted(picture.width, picture.height)
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  canvas.getContext('2d')?.drawImage(picture, 0, 0, width, height)
  const png = await new Promise<Blob>((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png')
  })
  return new File([png], `${photo.name.replace(/\.\w+$/, '')}.png`, { type: 'image/png' })
}

/**
 * Decodes a photo, upright if the browser applies the orientation in its metadata. Older ones
 * reject that option; the server reads pages in any orientation.
 */
async function decode(photo: File): Promise<ImageBitmap | HTMLImageElement> {
  try {
    return await createImageBitmap(photo, { imageOrientation: 'from-image' })
  } catch {
    const url = URL.createObjectURL(photo)
    try {
      return await load(url)
    } finally {
      URL.revokeObjectURL(url)
    }
  }
}

function load(url: string): Promise<HTMLImageElement> {
  return new Promise((resolve, reject) => {
    const picture = new Image()
    picture.onload = () => resolve(picture)
    picture.onerror = () => reject(new Error('not a picture that this browser knows'))
    picture.src = url
  })
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
