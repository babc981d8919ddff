import { MAX_LENGTHS } from '../../../api/limits'
import { formatDay, toDate } from '../../../lib/format'
import { RadioGroup } from '../../../ui/ChoiceGroup'
import { Dialog } from '../../../ui/Dialog'
import { Form } from '../../../ui/Form'
import { Submit } from '../../../ui/Submit'
import { TextArea } from '../../../ui/TextArea'
import styles from './MembersPage.module.css'
import { type Member, useSuspend } from './queries'

const DAYS = [
  { value: '1', label: '1 day' },
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
]

interface SuspendDialogProps {
  member: { uid: string; name: string }
  onClose(): void
}

/** Dialog that asks for the length of a suspension and a message to the member. */
export function SuspendDialog({ member: { uid, name }, onClose }: SuspendDialogProps) {
  const suspend = useSuspend(onClose)
  return (
    <Dialog title={`Suspend ${name}?`} onClose={onClose}>
      <Form<'days' | 'why'>
        onSubmit={({ days, why }) => suspend.mutate({ uid, days: Number(days), why: why.trim() })}
        error={suspend.error}
        busy={suspend.isPending}
      >
        <p>{name} can still sign in and read, but can’t post, comment or like until it ends.</p>
        <RadioGroup name="days" label="For how long?" choices={DAYS} defaultValue="7" />
        <TextArea
          name="why"
          label={`Message to ${name} (optional)`}
          hint="Shown with every refused action."
          rows={3}
          maxCharacters={MAX_LENGTHS.SuspendBody.why}
        />
        <Submit>{suspend.isPending ? 'Suspending…' : 'Suspend'}</Submit>
      </Form>
    </Dialog>
  )
}

/** End of a suspension, and the message to the member. */
export function SuspensionNote({ suspension }: Pick<Member, 'suspension'>) {
  if (!suspension) return null
  const { until, why } = suspension
  const at = toDate(until)
  return (
    <p className={styles.suspended}>
      Suspended until <time dateTime={at.toISOString()}>{formatDay(at)}</time>
      {why && <>: “{why}”</>}
    </p>
  )
}
