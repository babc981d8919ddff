import { useBackgroundThread } from '../../lib/background-thread'
import type { Picked } from '../../lib/pick-file'
import { DropTarget } from '../../ui/DropTarget'
import { useDroppedFiles } from '../../ui/use-dropped-files'
import { pickPicture } from './pick-picture'

/** Takes a picture anywhere on a thread, unless something else lies above it. */
export function PictureDrop({ onPick }: { onPick(picked: Picked): void }) {
  const isCovered = useBackgroundThread() !== undefined
  const take = async (files: File[]) => onPick(await pickPicture(files))
  const over = useDroppedFiles(isCovered ? undefined : take)
  return over && <DropTarget />
}
