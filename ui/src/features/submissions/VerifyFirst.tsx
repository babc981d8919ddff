import { useMutation } from '@tanstack/react-query'
import { api, call } from '../../api/client'
import { errorMessage } from '../../lib/api-error'
import { serverConfig } from '../../lib/server-config'
import { useMember } from '../../lib/session'
import { getStored } from '../../lib/storage'
import { Banner } from '../../ui/Banner'
import { Button } from '../../ui/Button'

/** Button that sends the verification mail again. The answers stay on the page. */
export function VerifyFirst() {
  return serverConfig.sendsMail ? <ByMail /> : <ByPeople />
}

function ByPeople() {
  return (
    <Banner>
      This server doesn’t send email. Ask the person who runs it to verify your address, then submit
      again.
    </Banner>
  )
}

function ByMail() {
  const { uid, email } = useMember()
  const send = useMutation({
    mutationFn: () =>
      call(api.POST('/send-verify', { body: { uid, email, name: getStored('name') ?? '' } })),
  })
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
