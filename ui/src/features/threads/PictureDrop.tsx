import type { Picked } from '../../lib/pick-file'
import { useThreadBehind } from '../../lib/thread-behind'
import { DropTarget } from '../../ui/DropTarget'
import { useDroppedFiles } from '../../ui/use-dropped-files'
import { pickPicture } from './pick-picture'

/** Takes a picture anywhere on a thread, unless something else lies above it. */
export function PictureDrop({ onPick }: { onPick(picked: Picked): void }) {
  const isCovered = useThreadBehind() !== undefined
  const take = async (files: File[]) => onPick(await pickPicture(files))
  const over = useDroppedFiles(isCovered ? undefined : take)
  return over && <DropTarget />
}
