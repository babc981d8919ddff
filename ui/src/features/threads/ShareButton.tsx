import { type MouseEvent, useState } from 'react'
import { type Post, titleOf } from '../../api/posts'
import { withBasePath } from '../../lib/base'
import { notify } from '../../lib/notify'
import { share } from '../../lib/share'
import { paths } from '../../paths'
import { Button } from '../../ui/Button'
import { Icon } from '../../ui/Icon'
import { TextField } from '../../ui/TextField'

const COPIED = {
  card: 'Post share link copied.',
  page: 'Post share URL has been copied to the clipboard!',
}

interface ShareButtonProps {
  post: Post
  /** Beside a card in a thread, or on the page of the post. */
  on?: keyof typeof COPIED
}

/** Hands a post's address to others, in whichever way this browser has. */
export function ShareButton({ post, on = 'card' }: ShareButtonProps) {
  const [toBeCopied, setToBeCopied] = useState(false)
  const title = titleOf(post)
  const url = window.location.origin + withBasePath(paths.post(post.id))
  const press = async ({ currentTarget }: MouseEvent) => {
    const outcome = await share(url, title, currentTarget)
    if (outcome === 'copied') notify({ words: COPIED[on], tone: 'good' })
    setToBeCopied(outcome === 'to-be-copied')
  }
  return (
    <>
      <Button aria-label={`Share ${title}`} title="Share" onClick={press}>
        <Icon name="share" />
      </Button>
      {toBeCopied && (
        <TextField
          name="url"
          label="Copy this address"
          readOnly
          value={url}
          ref={selectAll}
          onFocus={(event) => event.target.select()}
        />
      )}
    </>
  )
}

function selectAll(field: HTMLInputElement | null) {
  field?.focus()
  field?.select()
}
