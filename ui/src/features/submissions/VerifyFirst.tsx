import { errorMessage } from '../../lib/api-error'
import { serverConfig } from '../../lib/server-config'
import { Banner } from '../../ui/Banner'
import { Button } from '../../ui/Button'
import { useSendVerification } from './queries'

/** Button that sends the verification mail again. The answers stay on the page. */
export function VerifyFirst() {
  return serverConfig.sendsMail ? <ByMail /> : <ByPeople />
}

function ByPeople() {
  return (
    <Banner>
      This server doesn’t send email. Ask an admin to verify your address, then submit again.
    </Banner>
  )
}

function ByMail() {
  const send = useSendVerification()
  if (send.isSuccess) {
    return <Banner tone="good">The email is on its way. Follow its link, then submit again.</Banner>
  }
  return (
    <div className="row">
      <Button busy={send.isPending} onClick={() => send.mutate()}>
        Send the email again
      </Button>
      {send.error && <p role="alert">{errorMessage(send.error, 'Send Verify failed')}</p>}
    </div>
  )
}
