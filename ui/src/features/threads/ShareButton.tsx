import { type MouseEvent, useState } from 'react'
import { authorOf, type Post, titleOf } from '../../entities/post/post'
import { withBasePath } from '../../lib/base'
import { notify } from '../../lib/notify'
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
  /** Location of the button: a card in a thread, or the page of the post. */
  on?: keyof typeof COPIED
}

/** Button that shares the address of a post in the best way that the browser supports. */
export function ShareButton({ post, on = 'card' }: ShareButtonProps) {
  const [toBeCopied, setToBeCopied] = useState<string>()
  const label = post.caption ? `Share “${post.caption}”` : `Share a page by ${authorOf(post)}`
  const onShare = async ({ currentTarget }: MouseEvent) => {
    const url = window.location.origin + withBasePath(paths.post(post.id))
    const outcome = await share(url, titleOf(post), currentTarget)
    if (outcome === 'copied') notify({ message: COPIED[on], tone: 'good' })
    setToBeCopied(outcome === 'to-be-copied' ? url : undefined)
  }
  return (
    <>
      <Button aria-label={label} title="Share" onClick={onShare}>
        <Icon name="share" />
      </Button>
      {toBeCopied && (
        <TextField
          name="url"
          label="Copy this address"
          readOnly
          value={toBeCopied}
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

/**
 * Result of sharing. Plain http has neither the share sheet nor the clipboard API; if copying fails
 * too, the caller shows the address to copy by hand.
 */
type Outcome = 'shared' | 'copied' | 'to-be-copied'

/** Shares an address. `beside` is the clicked button: text below a modal dialog cannot be selected. */
async function share(url: string, title: string, beside: Element): Promise<Outcome> {
  if (typeof navigator.share === 'function') {
    const refusal = await navigator.share({ title, url }).then(
      () => undefined,
      (error: Error) => error.name,
    )
    // Closing the share sheet is no failure.
    if (refusal === undefined || refusal === 'AbortError') return 'shared'
  }
  return (await copyToClipboard(url)) || copyBySelection(url, beside) ? 'copied' : 'to-be-copied'
}

async function copyToClipboard(text: string): Promise<boolean> {
  if (!navigator.clipboard) return false
  return navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  )
}

function copyBySelection(text: string, beside: Element): boolean {
  const area = document.createElement('textarea')
  area.value = text
  area.readOnly = true
  area.className = 'visually-hidden'
  const focused = document.activeElement
  beside.after(area)
  area.focus()
  area.select()
  const copied = document.execCommand('copy')
  area.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return copied
}
