import { useSearchParams } from 'wouter'
import { errorMessage } from '../../lib/api-error'
import { paths } from '../../paths'
import { Banner } from '../../ui/Banner'
import { Button } from '../../ui/Button'
import { ButtonLink } from '../../ui/ButtonLink'
import { Page } from '../../ui/Page'
import { useUndoEmailChange } from './queries'

/**
 * Target of the link in the mail to the old address. Needs a click, because mail programs open
 * links by themselves.
 */
export function UndoEmailChangePage() {
  const token = useSearchParams()[0].get('token') ?? ''
  const undo = useUndoEmailChange()
  return (
    <Page title="Keep your email address" narrow>
      {undo.isSuccess ? (
        <div className="stack">
          <Banner tone="good">Your old address is back, and you’re signed out everywhere.</Banner>
          <p>If you didn’t change it, choose a new password now.</p>
          <div className="row">
            <ButtonLink href={paths.forgotPassword} variant="primary">
              Choose a new password
            </ButtonLink>
          </div>
        </div>
      ) : (
        <div className="stack">
          {undo.error && <Banner tone="error">{errorMessage(undo.error)}</Banner>}
          <p>
            Someone asked to change the address of your account. If it wasn’t you, keep the old one.
            This signs you out everywhere.
          </p>
          <div className="row">
            <Button variant="primary" busy={undo.isPending} onClick={() => undo.mutate(token)}>
              Keep the old address
            </Button>
          </div>
        </div>
      )}
    </Page>
  )
}
