import { MAX_LENGTHS } from '../../api/limits'
import { required } from '../../ui/checks'
import { Dialog } from '../../ui/Dialog'
import { Form } from '../../ui/Form'
import { Submit } from '../../ui/Submit'
import { TextArea } from '../../ui/TextArea'
import type { Reported, Verdict } from './reports/queries'

interface ReasonDialogProps {
  reported: Reported
  verdict: Exclude<Verdict, 'show'>
  error: Error | null
  busy: boolean
  onDecide(why: string): void
  onClose(): void
}

/** Dialog that asks why a memo is hidden or removed. Its author is told the reason. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { reported, verdict, error, busy, onDecide, onClose } = props
  const isRemoved = verdict === 'remove'
  return (
    <Dialog title={isRemoved ? 'Remove this memo?' : 'Hide this memo?'} onClose={onClose}>
      <Form<'why'> onSubmit={({ why }) => onDecide(why.trim())} error={error} busy={busy}>
        <p>
          {isRemoved
            ? 'It’s deleted for everyone, including its author, and can’t be restored. Hiding can be undone.'
            : 'Only its author and admins can see it. The next edition leaves it out. You can unhide it later.'}
        </p>
        <EditionsNote editions={reported.editions} />
        <TextArea
          name="why"
          label={`Reason for ${reported.author.name}`}
          hint="The author sees it by mail and beside their entries."
          rows={3}
          maxCharacters={MAX_LENGTHS.VerdictBody.why}
          check={required('Enter a reason for the author.')}
        />
        <Submit>{isRemoved ? 'Remove the memo' : 'Hide the memo'}</Submit>
      </Form>
    </Dialog>
  )
}

/** Note that published editions keep the memo. */
export function EditionsNote({ editions }: { editions: number[] }) {
  if (editions.length === 0) return null
  const list = editions.join(', ')
  return (
    <p>
      {editions.length === 1
        ? `Edition ${list} contains it, and keeps it until you unpublish the book.`
        : `Editions ${list} contain it, and keep it until you unpublish the book.`}
    </p>
  )
}
