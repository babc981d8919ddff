import { MAX_LENGTHS } from '../../api/limits'
import type { Post } from '../../entities/post/post'
import { useDescribePost } from '../../entities/post/queries'
import { useDraft } from '../../lib/drafts'
import type { ButtonVariant } from '../../ui/Button'
import { Form } from '../../ui/Form'
import { Submit } from '../../ui/Submit'
import { TextArea } from '../../ui/TextArea'

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
  const describe = useDescribePost((saved, sent) => {
    caption.markSaved(sent.caption, saved.caption)
    alt.markSaved(sent.alt, saved.alt)
    onDescribed(saved)
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

interface PostTextFieldsProps {
  caption: string
  alt: string
  onCaption(words: string): void
  onAlt(words: string): void
}

/** Fields for the caption and description of a picture, for use in a form. */
export function PostTextFields({ caption, alt, onCaption, onAlt }: PostTextFieldsProps) {
  return (
    <>
      <TextArea
        name="caption"
        label="Caption (optional)"
        hint="Shown with your page."
        rows={2}
        value={caption}
        maxCharacters={MAX_LENGTHS.NewWords.caption}
        countsFrom={50}
        onChange={({ target }) => onCaption(target.value)}
      />
      <TextArea
        name="alt"
        label="Transcription or description (optional)"
        hint="Read out to people who can’t see the page."
        rows={4}
        value={alt}
        maxCharacters={MAX_LENGTHS.NewWords.alt}
        countsFrom={100}
        onChange={({ target }) => onAlt(target.value)}
      />
    </>
  )
}
