import { type ChangeEvent, useState } from 'react'
import { buttonClass } from '../../ui/Button'
import { asPng, UNKNOWN_KIND } from './photo'
import styles from './TakePhoto.module.css'

interface TakePhotoProps {
  /** As PNG: the server takes no other pictures. */
  onPhoto(photo: File): void
  onProblem(words: string | undefined): void
}

/** The camera of a phone, for a page on paper or on another screen. */
export function TakePhoto({ onPhoto, onProblem }: TakePhotoProps) {
  const [preparing, setPreparing] = useState(false)
  const take = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const photo = target.files?.[0]
    // Or the same photo could not be chosen again.
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
        onChange={take}
      />
      Take a photo
    </label>
  )
}
