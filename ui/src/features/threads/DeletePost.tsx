import { authorOf, type Post } from '../../entities/post/post'
import { useSession } from '../../lib/session'
import { Button } from '../../ui/Button'
import { Icon } from '../../ui/Icon'
import { useDeletePost } from './queries'

interface DeletePostProps {
  post: Post
  /** For pages that show only the post. */
  onDeleted?(): void
}

/** Button that deletes the member's own post, with Undo. */
export function DeletePost({ post, onDeleted }: DeletePostProps) {
  const session = useSession()
  const remove = useDeletePost()
  if (post.uid !== session?.uid) return null
  return (
    <Button
      aria-label={post.caption ? `Delete “${post.caption}”` : `Delete a page by ${authorOf(post)}`}
      title="Delete"
      onClick={() => {
        remove(post)
        onDeleted?.()
      }}
    >
      <Icon name="bin" />
    </Button>
  )
}
