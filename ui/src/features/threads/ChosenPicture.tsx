import { useEffect, useRef, useState } from 'react'
import { inMegabytes } from '../../lib/numbers'
import { Button } from '../../ui/Button'
import { DropZone } from '../../ui/DropZone'
import { SheetUp } from '../../ui/drawings/steps'
import { useDroppedFiles } from '../../ui/use-dropped-files'
import styles from './NewPostForm.module.css'
import { isPng } from './png'

interface ChosenPictureProps {
  image: File | undefined
  /** It is being sent. */
  disabled: boolean
  /** Without a file, it is taken away; with words, they say what is wrong with what was chosen. */
  onChoose(file: File | undefined, words?: string): void
}

/** The place for one PNG: by click, by drop and by paste; then the picture itself. */
export function ChosenPicture({ image, disabled, onChoose }: ChosenPictureProps) {
  const place = useRef<HTMLDivElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the zone goes with the focus for the picture, and back.
  useEffect(() => {
    const isLost = document.activeElement === document.body
    if (isLost) place.current?.focus()
  }, [image])

  const take = async (files: File[]) => {
    const [file] = files
    if (!file) return
    if (files.length > 1) onChoose(undefined, 'Please select one picture.')
    else if (await isPng(file)) onChoose(file)
    else onChoose(undefined, 'Please select a PNG file.')
  }
  return (
    <div ref={place} tabIndex={-1}>
      {image ? (
        <Preview image={image} disabled={disabled} onRemove={() => onChoose(undefined)} />
      ) : (
        <DropZone accept=".png,image/png" disabled={disabled} onFiles={take}>
          <SheetUp />
          <strong>Drop your PNG here or click to browse</strong>
          <span className="meta">or paste it</span>
        </DropZone>
      )}
    </div>
  )
}

interface PreviewProps {
  image: File
  disabled: boolean
  onRemove(): void
}

function Preview({ image, disabled, onRemove }: PreviewProps) {
  const url = useUrl(image)
  useDroppedFiles(undefined)
  return (
    <div className="stack">
      <div className={styles.picture}>
        {url && <img src={url} alt="The page you have chosen" />}
      </div>
      <p>
        <strong>{image.name}</strong> <span className="meta">{inMegabytes(image.size)}</span>
      </p>
      <div className="row">
        <Button disabled={disabled} onClick={onRemove}>
          Choose another
        </Button>
      </div>
    </div>
  )
}

/** An address for a file of this device; it must be given back. */
function useUrl(file: File): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return url
}
