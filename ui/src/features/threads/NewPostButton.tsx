import { type ReactNode, useState } from 'react'
import { useLocation } from 'wouter'
import type { Topic } from '../../entities/post/post'
import { useBackgroundThread } from '../../lib/background-thread'
import type { Picked } from '../../lib/pick-file'
import { useSession } from '../../lib/session'
import { paths } from '../../paths'
import { Button, type ButtonVariant } from '../../ui/Button'
import { DropTarget, useDroppedFiles } from '../../ui/DropZone'
import { NewPostDialog } from './NewPostDialog'
import { pickPicture } from './pick-picture'

interface NewPostButtonProps {
  topic: Topic
  variant?: ButtonVariant
  /** Accepts files dropped on the thread or pasted; one button of a page does. */
  drops?: boolean
  children: ReactNode
}

/** Button that opens the dialog for a new post; visitors sign in first. */
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
      {drops && session && !opened && <ThreadDropTarget onPick={setOpened} />}
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

/** Drop target for pictures on the whole thread, unless a dialog is open. */
function ThreadDropTarget({ onPick }: { onPick(picked: Picked): void }) {
  const isCovered = useBackgroundThread() !== undefined
  const addFiles = async (files: File[]) => onPick(await pickPicture(files))
  const over = useDroppedFiles(isCovered ? undefined : addFiles)
  return over && <DropTarget />
}
