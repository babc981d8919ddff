import { useState } from 'react'
import type { Post } from '../../api/posts'
import { useDescribePost } from '../../api/threads'
import type { Look } from '../../ui/Button'
import { Form } from '../../ui/Form'
import { Submit } from '../../ui/Submit'
import { PostWords } from './PostWords'

interface WordsFormProps {
  post: Post
  look?: Look
  /** As the server has kept it. */
  onDescribed(post: Post): void
}

/** The words to a post, to be changed. */
export function WordsForm({ post, look = 'plain', onDescribed }: WordsFormProps) {
  const [caption, setCaption] = useState(post.caption)
  const [alt, setAlt] = useState(post.alt)
  const describe = useDescribePost(onDescribed)
  const isSame = caption.trim() === post.caption && alt.trim() === post.alt
  const reason = describe.isSuccess ? 'Saved.' : 'Nothing has changed.'
  return (
    <Form
      error={describe.error}
      busy={describe.isPending}
      onSubmit={() => describe.mutate({ id: post.id, caption, alt })}
    >
      <PostWords caption={caption} alt={alt} onCaption={setCaption} onAlt={setAlt} />
      <Submit look={look} waitsFor={isSame ? reason : undefined} blocked={isSame}>
        Save words
      </Submit>
    </Form>
  )
}
