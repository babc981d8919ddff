import type { Post } from '../../entities/post/post'
import { useDescribePost } from '../../entities/post/queries'
import { useDraft } from '../../lib/drafts'
import type { ButtonVariant } from '../../ui/Button'
import { Form } from '../../ui/Form'
import { Submit } from '../../ui/Submit'
import { PostTextFields } from './PostTextFields'

interface PostTextFormProps {
  post: Post
  variant?: ButtonVariant
  /** Called with the post as the server has saved it. */
  onDescribed(post: Post): void
}

/** Form that edits the texts of the member's own post. */
export function PostTextForm({ post, variant = 'plain', onDescribed }: PostTextFormProps) {
  const draft = `${post.uid}/words/${post.id}`
  const caption = useDraft(`${draft}/caption`, post.caption)
  const alt = useDraft(`${draft}/alt`, post.alt)
  const describe = useDescribePost((kept, sent) => {
    caption.settle(sent.caption, kept.caption)
    alt.settle(sent.alt, kept.alt)
    onDescribed(kept)
  })
  const isSame = caption.text.trim() === post.caption && alt.text.trim() === post.alt
  const reason = describe.isSuccess ? 'Saved.' : 'Nothing has changed.'
  return (
    <Form
      error={describe.error}
      busy={describe.isPending}
      onSubmit={() => describe.mutate({ id: post.id, caption: caption.text, alt: alt.text })}
    >
      <PostTextFields
        caption={caption.text}
        alt={alt.text}
        onCaption={caption.change}
        onAlt={alt.change}
      />
      <Submit variant={variant} waitsFor={isSame ? reason : undefined} blocked={isSame}>
        Save
      </Submit>
    </Form>
  )
}
