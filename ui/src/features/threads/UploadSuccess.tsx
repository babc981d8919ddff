import { useEffect, useRef } from 'react'
import { paths } from '../../paths'
import { Banner } from '../../ui/Banner'
import { Button } from '../../ui/Button'
import { ButtonLink } from '../../ui/ButtonLink'

/** The page is on the server, and its writer decides when others see it. */
export function UploadSuccess({ onAnother }: { onAnother(): void }) {
  const words = useRef<HTMLDivElement>(null)
  // The form, which had the focus, is gone.
  useEffect(() => words.current?.focus(), [])
  return (
    <div ref={words} tabIndex={-1} className="stack">
      <Banner tone="good">
        Your page is uploaded. It is pending: only you can see it until you publish it.
      </Banner>
      <div className="row">
        <ButtonLink href={paths.pendingPosts} look="primary">
          Go to your pending posts
        </ButtonLink>
        <Button onClick={onAnother}>Upload another</Button>
      </div>
    </div>
  )
}
