import { type ReactNode, useState } from 'react'
import { useLocation } from 'wouter'
import type { Topic } from '../../entities/post/post'
import { useBackgroundThread } from '../../lib/background-thread'
import type { Picked } from '../../lib/pick-file'
import { useSession } from '../../lib/session'
import { paths } from '../../paths'
import { Button, type ButtonVariant } from '../../ui/Button'
import { DropTarget } from '../../ui/DropTarget'
import { useDroppedFiles } from '../../ui/use-dropped-files'
import { NewPostDialog } from './NewPostDialog'
import { pickPicture } from './pick-picture'

interface NewPostButtonProps {
  topic: Topic
  variant?: ButtonVariant
  /** Takes what is dropped anywhere on the thread, or pasted into it; one button of a page does. */
  drops?: boolean
  children: ReactNode
}

/** Opens the way to a post of one's own; visitors sign in first. */
export function NewPostButton({
  topic,
  variant = 'plain',
  drops = false,
  children,
}: NewPostButtonProps) {
  const session = useSession()
  const [opened, setOpened] = useState<Picked>()
  const [, navigate] = useLocation()
  const openChooser = () =>
    session ? setOpened({}) : navigate(paths.signIn({ last: paths.thread(topic.code) }))
  return (
    <>
      <Button variant={variant} onClick={openChooser}>
        {children}
      </Button>
      {drops && session && !opened && <PictureDrop onPick={setOpened} />}
      {opened && session && (
        <NewPostDialog
          topic={topic}
          uid={session.uid}
          dropped={opened}
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
  )
}

/** Takes a picture anywhere on a thread, unless something else lies above it. */
function PictureDrop({ onPick }: { onPick(picked: Picked): void }) {
  const isCovered = useBackgroundThread() !== undefined
  const addFiles = async (files: File[]) => onPick(await pickPicture(files))
  const over = useDroppedFiles(isCovered ? undefined : addFiles)
  return over && <DropTarget />
}
