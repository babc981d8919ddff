import { useLocation } from 'wouter'
import { UploadRow } from '../../entities/upload/UploadRow'
import { isUnderWay } from '../../entities/upload/use-upload'
import { errorMessage } from '../../lib/api-error'
import { plural } from '../../lib/format'
import { useNavigationGuard } from '../../lib/navigation-guard'
import { paths } from '../../paths'
import { Banner } from '../../ui/Banner'
import { Button } from '../../ui/Button'
import { required } from '../../ui/checks'
import { Form } from '../../ui/Form'
import { Page } from '../../ui/Page'
import { Submit } from '../../ui/Submit'
import { TextField } from '../../ui/TextField'
import { FileChoice } from './FileChoice'
import { useHandOverBook, useSendHandOver } from './queries'

/** Page on a phone that sends a form to a tablet. Needs no sign-in. */
export function HandOverPage({ code }: { code: string | undefined }) {
  const [, navigate] = useLocation()
  return (
    <Page title="Send a form to a tablet" narrow>
      {code ? (
        <Sending code={code} />
      ) : (
        <Form<'code'> onSubmit={(typed) => navigate(paths.handOver(typed.code.trim()))}>
          <TextField
            name="code"
            label="Code"
            hint="The six letters and digits that your tablet shows."
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            check={required('Enter the code.')}
          />
          <Submit>Continue</Submit>
        </Form>
      )}
    </Page>
  )
}

function Sending({ code }: { code: string }) {
  const book = useHandOverBook(code)
  const upload = useSendHandOver(code)
  const { sent, state, refusal, data } = upload
  const [, navigate] = useLocation()
  useNavigationGuard(
    isUnderWay(state) ? 'Your form is still being sent. Leaving cancels it.' : undefined,
  )

  if (data) {
    const { answers } = data
    return (
      <Banner tone="good">
        <p>
          <strong>Your form was read.</strong>
        </p>
        <p>
          {plural(
            answers,
            'One answer was found. Check and submit it on your tablet.',
            '# answers were found. Check and submit them on your tablet.',
          )}
        </p>
      </Banner>
    )
  }
  if (book.error) {
    return (
      <div className="stack">
        <Banner tone="error">{errorMessage(book.error)}</Banner>
        <div className="row">
          <Button onClick={() => navigate(paths.handOver())}>Enter another code</Button>
        </div>
      </div>
    )
  }
  if (!book.data) return <p role="status">Looking for your tablet…</p>
  if (sent && state) {
    return (
      <UploadRow
        file={sent.file}
        state={state}
        work="Reading your handwriting…"
        onCancel={upload.cancel}
        onRetry={upload.retry}
      />
    )
  }
  return (
    <div className="stack">
      <p>
        Your tablet is waiting for the filled form of <strong>{book.data.name}</strong>.
      </p>
      {refusal && (
        <Banner tone="error">{errorMessage(refusal, 'Your form could not be read.')}</Banner>
      )}
      <FileChoice onFile={(file) => upload.send({ file })} />
    </div>
  )
}
