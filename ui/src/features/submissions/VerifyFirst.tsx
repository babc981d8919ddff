import { errorMessage, isUnaccepted, isUnverified } from '../../lib/api-error'
import { serverConfig } from '../../lib/server-config'
import { useIsApplicant } from '../../lib/session'
import { words } from '../../locales/en'
import { Banner } from '../../ui/Banner'
import { Button } from '../../ui/Button'
import { useSendVerification } from './queries'

interface SubmissionErrorProps {
  /** Error of the last submission. */
  error: Error | null
}

/** Notice to an applicant, who can't submit yet. Shown before they write, and after the server has refused them. */
export function AcceptanceNotice({ error }: SubmissionErrorProps) {
  const isApplicant = useIsApplicant()
  return (isApplicant || isUnaccepted(error)) && <Banner>{words.application.waiting}</Banner>
}

/** Error of a submission. Leads unverified members to the verification, and leaves applicants to `<AcceptanceNotice>`. */
export function SubmissionError({ error }: SubmissionErrorProps) {
  if (!error || isUnaccepted(error)) return null
  return (
    <>
      <Banner tone="error">{errorMessage(error, 'Submission failed')}</Banner>
      {isUnverified(error) && <VerifyFirst />}
    </>
  )
}

/** Button that sends the verification mail again. The answers stay on the page. */
function VerifyFirst() {
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
