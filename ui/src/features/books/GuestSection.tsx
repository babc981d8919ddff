import { useState } from 'react'
import { PrivateLink } from '../../entities/member/PrivateLink'
import { useRefreshGuest } from '../../entities/member/queries'
import { errorMessage } from '../../lib/api-error'
import { focusAfterRender } from '../../lib/focus-after-render'
import { serverConfig } from '../../lib/server-config'
import { useStored } from '../../lib/storage'
import { paths } from '../../paths'
import { Banner } from '../../ui/Banner'
import { Button } from '../../ui/Button'
import { ButtonLink } from '../../ui/ButtonLink'
import { Card } from '../../ui/Card'
import { Dialog } from '../../ui/Dialog'
import { useLeaveBook, useRenewPrivateLink } from './queries'

type Open = 'link' | 'leave' | undefined

/** Section of a guest's page of their book: the private link, an account, and leaving. */
export function GuestSection() {
  useRefreshGuest()
  const name = useStored('name') ?? ''
  const canSignUp = serverConfig.registration !== 'closed'
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const renew = useRenewPrivateLink(() => {
    close()
    focusAfterRender('guest')
  })
  return (
    <Card>
      <section className="stack" aria-labelledby="guest">
        <h2 id="guest" tabIndex={-1}>
          You’re a guest
        </h2>
        <p>
          You answer as {name}. Each answer waits until somebody who looks after the book accepts
          it.
        </p>
        {renew.data ? (
          <PrivateLink link={renew.data.privateLink} />
        ) : (
          <p>Your private link brings you back. Lost it? Make a new one while you’re here.</p>
        )}
        {canSignUp && <p>With an account you keep your answers, and can use everything here.</p>}
        <div className="row">
          {!renew.data && <Button onClick={() => setOpen('link')}>Make a new private link…</Button>}
          {canSignUp && <ButtonLink href={paths.guestAccount}>Create an account</ButtonLink>}
          <Button variant="quiet" onClick={() => setOpen('leave')}>
            Remove me and my answers…
          </Button>
        </div>
        {open === 'link' && (
          <Dialog title="Make a new private link?" onClose={close}>
            <div className="stack">
              {renew.error && <Banner tone="error">{errorMessage(renew.error)}</Banner>}
              <p>The link that you have stops working, and other devices are signed out.</p>
              <div className="row">
                <Button onClick={close}>Cancel</Button>
                <Button variant="primary" busy={renew.isPending} onClick={() => renew.mutate()}>
                  Make the link
                </Button>
              </div>
            </div>
          </Dialog>
        )}
        {open === 'leave' && <LeaveDialog onClose={close} />}
      </section>
    </Card>
  )
}

/** Dialog that confirms the removal of the guest. */
function LeaveDialog({ onClose }: { onClose(): void }) {
  const leave = useLeaveBook()
  return (
    <Dialog title="Remove yourself and your answers?" onClose={onClose}>
      <div className="stack">
        {leave.error && <Banner tone="error">{errorMessage(leave.error)}</Banner>}
        <p>
          Your name and your answers are deleted, and your private link stops working. This can’t be
          undone.
        </p>
        <p>Answers in a published edition stay, by “a former member” in later ones.</p>
        <div className="row">
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="danger" busy={leave.isPending} onClick={() => leave.mutate()}>
            Remove me and my answers
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
