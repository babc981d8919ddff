import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, call } from '../../api/client'
import { changePost } from '../../api/post-caches'
import type { Post } from '../../api/posts'
import { notify } from '../../lib/notify'
import { useSession } from '../../lib/session'
import { Button } from '../../ui/Button'
import { Dialog } from '../../ui/Dialog'
import { Form } from '../../ui/Form'
import { Submit } from '../../ui/Submit'
import { PostWords } from './PostWords'

/** Leads to the words of one's own page. */
export function DescribeButton({ post }: { post: Post }) {
  const session = useSession()
  const [open, setOpen] = useState(false)
  if (post.uid !== session?.uid) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>Describe</Button>
      {open && <DescribeDialog post={post} onClose={() => setOpen(false)} />}
    </>
  )
}

function DescribeDialog({ post, onClose }: { post: Post; onClose(): void }) {
  const { id } = post
  const queries = useQueryClient()
  const [caption, setCaption] = useState(post.caption)
  const [alt, setAlt] = useState(post.alt)
  const describe = useMutation({
    mutationFn: () => call(api.POST('/api/posts/describe', { body: { id, caption, alt } })),
    onSuccess: ({ caption, alt }) => {
      changePost(queries, id, (each) => ({ ...each, caption, alt }))
      notify({ words: 'Saved.', tone: 'good' })
      onClose()
    },
  })
  return (
    <Dialog title="Describe this page" onClose={onClose}>
      <Form error={describe.error} busy={describe.isPending} onSubmit={() => describe.mutate()}>
        <PostWords caption={caption} alt={alt} onCaption={setCaption} onAlt={setAlt} />
        <Submit needsChange>Save</Submit>
      </Form>
    </Dialog>
  )
}
