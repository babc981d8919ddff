import { type ReactNode, useState } from 'react'
import { useLocation } from 'wouter'
import type { Topic } from '../../api/posts'
import { useSession } from '../../lib/session'
import { paths } from '../../paths'
import { Button, type Look } from '../../ui/Button'
import { NewPostDialog } from './NewPostDialog'

interface NewPostButtonProps {
  topic: Topic
  look?: Look
  children: ReactNode
}

/** Opens the way to a post of one's own; visitors sign in first. */
export function NewPostButton({ topic, look = 'plain', children }: NewPostButtonProps) {
  const session = useSession()
  const [open, setOpen] = useState(false)
  const [, navigate] = useLocation()
  const press = () =>
    session ? setOpen(true) : navigate(paths.signIn({ last: paths.thread(topic.code) }))
  return (
    <>
      <Button look={look} onClick={press}>
        {children}
      </Button>
      {open && session && (
        <NewPostDialog topic={topic} uid={session.uid} onClose={() => setOpen(false)} />
      )}
    </>
  )
}
