import { useEffect, useRef } from 'react'
import { MAX_LENGTHS } from '../../../api/limits'
import { plural } from '../../../lib/format'
import { serverConfig } from '../../../lib/server-config'
import { Button } from '../../../ui/Button'
import { Dialog } from '../../../ui/Dialog'
import { Form } from '../../../ui/Form'
import { Submit } from '../../../ui/Submit'
import { TextArea } from '../../../ui/TextArea'
import { type ReminderReport, useRemind } from './queries'

interface RemindDialogProps {
  book: { id: string; name: string }
  audience: {
    /** Number of other members with open questions; undefined if not all are known. */
    others: number | undefined
    /** Whether the acting member has open questions, too. */
    includesSelf: boolean
  }
  onClose(): void
}

/** Dialog that reminds the members with open questions, and reports who was reminded. */
export function RemindDialog({ book, audience, onClose }: RemindDialogProps) {
  const { others, includesSelf } = audience
  const { mutate, data: report, error, isPending } = useRemind(book.id)
  return (
    <Dialog title={`Remind people of ${book.name}`} onClose={onClose}>
      {report ? (
        <Report report={report} onClose={onClose} />
      ) : (
        <Form<'words'>
          onSubmit={({ words = '' }) => mutate(words.trim())}
          error={error}
          busy={isPending}
        >
          {others !== undefined && (
            <p>{plural(others, '1 person has open questions.', '# people have open questions.')}</p>
          )}
          <p>
            {serverConfig.sendsMail
              ? 'Everyone with open questions sees a notice on their begin page. Those with a verified address also get an email.'
              : 'Everyone with open questions sees a notice on their begin page. This server doesn’t send email.'}
          </p>
          <p>
            Nobody is reminded more than once a week. People who don’t want reminders are left out.
          </p>
          {includesSelf && <p>You don’t get a reminder yourself.</p>}
          {serverConfig.sendsMail && (
            <TextArea
              name="words"
              label="Message (optional)"
              hint="It’s part of the email. The notice on the begin page doesn’t have it."
              rows={4}
              maxCharacters={MAX_LENGTHS.ReminderBody.words}
            />
          )}
          <Submit>{isPending ? 'Sending…' : 'Send the reminder'}</Submit>
        </Form>
      )}
    </Dialog>
  )
}

interface ReportProps {
  report: ReminderReport
  onClose(): void
}

/** Numbers of those who were reminded or left out. It takes the focus of the form, which it replaces. */
function Report({ report, onClose }: ReportProps) {
  const text = useRef<HTMLDivElement>(null)
  useEffect(() => text.current?.focus(), [])
  const omissions = describeOmissions(report)
  return (
    <div ref={text} tabIndex={-1} className="stack">
      <p>
        <strong>{describeReminded(report)}</strong> {describeMailed(report)}
      </p>
      {omissions.length > 0 && (
        <div>
          <p>Some people were left out:</p>
          <ul>
            {omissions.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </div>
      )}
      <div className="row">
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </div>
    </div>
  )
}

const describeReminded = ({ reminded }: ReminderReport) =>
  reminded === 0
    ? 'Nobody was reminded.'
    : plural(reminded, '1 person was reminded.', '# people were reminded.')

function describeMailed({ reminded, mailed }: ReminderReport): string | undefined {
  if (reminded === 0 || !serverConfig.sendsMail) return undefined
  if (mailed === 0) return 'No email was sent, because no address is verified.'
  if (mailed === reminded) return 'They also get an email.'
  return plural(mailed, '1 of them also gets an email.', '# of them also get an email.')
}

/** Sentences about those who were left out, one for each reason. */
const describeOmissions = ({ complete, recent, declined, later }: ReminderReport): string[] => [
  ...(complete > 0
    ? [plural(complete, '1 person has answered everything.', '# people have answered everything.')]
    : []),
  ...(later > 0
    ? [
        plural(
          later,
          '1 person is left for another time, because 500 were reminded now.',
          '# people are left for another time, because 500 were reminded now.',
        ),
      ]
    : []),
  ...(recent > 0
    ? [
        plural(
          recent,
          '1 person was reminded less than a week ago.',
          '# people were reminded less than a week ago.',
        ),
      ]
    : []),
  ...(declined > 0
    ? [plural(declined, '1 person doesn’t want reminders.', '# people don’t want reminders.')]
    : []),
]
