import { useEffect, useRef } from 'react'
import type { Picked } from '../../lib/pick-file'
import { DropZone } from '../../ui/DropZone'
import { SheetUp } from '../../ui/drawings/steps'
import { pickPicture } from './pick-picture'

/** The place for one PNG: by click, by drop and by paste. */
export function PictureZone({ onPick }: { onPick(picked: Picked): void }) {
  const place = useRef<HTMLDivElement>(null)

  // The row that was here before has gone with the focus.
  useEffect(() => {
    if (document.activeElement === document.body) place.current?.focus()
  }, [])

  const take = async (files: File[]) => {
    if (files.length > 0) onPick(await pickPicture(files))
  }
  return (
    <div ref={place} tabIndex={-1}>
      <DropZone accept=".png,image/png" onFiles={take}>
        <SheetUp />
        <strong>Drop your PNG here or click to browse</strong>
        <span className="meta">or paste it</span>
      </DropZone>
    </div>
  )
}
