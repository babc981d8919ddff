import { type ComponentProps, useRef, useState } from 'react'
import { MAX_LENGTHS } from '../../../api/limits'
import { useRoles } from '../../../entities/member/roles'
import { focusAfterRender, idsBeside } from '../../../lib/focus-after-render'
import { plural } from '../../../lib/format'
import { notify, notifyFailure } from '../../../lib/notify'
import { useMember } from '../../../lib/session'
import { useItemShortcut } from '../../../lib/use-list-shortcuts'
import { Button } from '../../../ui/Button'
import { required } from '../../../ui/checks'
import { Dialog } from '../../../ui/Dialog'
import { Form } from '../../../ui/Form'
import { Submit } from '../../../ui/Submit'
import { TextArea } from '../../../ui/TextArea'
import { TextField } from '../../../ui/TextField'
import { SuspendDialog } from '../members/Suspension'
import {
  type Reported,
  type ReportsState,
  reportOf,
  useResolveReport,
  type Verdict,
} from './queries'

function outcomeOf({ kind, settled }: Reported): string {
  if (settled?.verdict === 'show') return 'It is visible to everyone.'
  if (settled?.verdict === 'remove') return 'It was removed.'
  return HIDDEN[kind]
}

const HIDDEN = {
  post: 'It is hidden: only its author can see it.',
  comment: 'It is hidden: nobody can see it.',
  memo: 'It is hidden: only its author can see it.',
}

/** Actions for something that was reported. */
export function ReportActions({ reported, state }: { reported: Reported; state: ReportsState }) {
  const [note, setNote] = useState('')
  const [dialog, setDialog] = useState<'hide' | 'remove' | 'suspend'>()
  const uid = useMember().uid
  const { isAdmin } = useRoles()
  const id = reportOf(reported)
  const { name } = reported.author
  const { mutate, isPending, variables, error, reset } = useResolveReport(
    reported,
    state,
    (resolved) => {
      setDialog(undefined)
      setNote('')
      focusAfterRender(...(state === 'open' ? idsBeside('[data-shortcut-focus]', id) : [id]))
      notify({ message: outcomeOf(resolved), tone: 'good' })
    },
  )
  const openDialog = (what: typeof dialog) => {
    reset()
    setDialog(what)
  }
  const resolve = (verdict: Verdict) =>
    mutate(
      { verdict, note: note.trim() },
      { onError: (error) => notifyFailure('Your decision could not be saved.', error) },
    )
  const verdicts = actionsFor(reported, state)
  return (
    <div className="stack">
      {verdicts.length > 0 && (
        <TextField
          name={`note-${id}`}
          label="Note (optional)"
          hint="Only admins and moderators can see this note."
          maxCharacters={MAX_LENGTHS.VerdictBody.note}
          value={note}
          onChange={({ target }) => setNote(target.value)}
        />
      )}
      <div className="row">
        {verdicts.map(({ verdict, label, dialog: first }) => (
          <VerdictButton
            key={verdict}
            verdict={verdict}
            variant={verdict === 'remove' && first ? 'danger' : 'plain'}
            busy={isPending && variables.verdict === verdict}
            disabled={isPending}
            aria-describedby={id}
            onClick={() => (first ? openDialog(first) : resolve(verdict))}
          >
            {label}
          </VerdictButton>
        ))}
        {isAdmin && reported.author.username && reported.uid !== uid && (
          <Button variant="quiet" aria-describedby={id} onClick={() => setDialog('suspend')}>
            Suspend author…
          </Button>
        )}
      </div>
      {dialog && dialog !== 'suspend' && reported.kind === 'memo' && (
        <ReasonDialog
          reported={reported}
          verdict={dialog}
          error={error}
          busy={isPending}
          onDecide={(why) => mutate({ verdict: dialog, note: note.trim(), why })}
          onClose={() => openDialog(undefined)}
        />
      )}
      {dialog === 'remove' && reported.kind !== 'memo' && (
        <RemoveReportedDialog
          reported={reported}
          busy={isPending}
          onRemove={() => resolve('remove')}
          onClose={() => setDialog(undefined)}
        />
      )}
      {dialog === 'suspend' && (
        <SuspendDialog member={{ uid: reported.uid, name }} onClose={() => setDialog(undefined)} />
      )}
    </div>
  )
}

interface VerdictButtonProps extends ComponentProps<typeof Button> {
  verdict: Verdict
  onClick(): void
}

/** Button of a verdict, with its first letter as shortcut. */
function VerdictButton({ verdict, ...button }: VerdictButtonProps) {
  const element = useRef<HTMLButtonElement>(null)
  const key = verdict.charAt(0)
  useItemShortcut(element, key, () => button.disabled || button.onClick())
  return <Button {...button} ref={element} aria-keyshortcuts={key} />
}

interface RemoveReportedDialogProps {
  reported: Reported
  busy: boolean
  onRemove(): void
  onClose(): void
}

/** Dialog that confirms a removal. */
function RemoveReportedDialog({
  reported: { kind },
  busy,
  onRemove,
  onClose,
}: RemoveReportedDialogProps) {
  const isPage = kind === 'post'
  return (
    <Dialog title={isPage ? 'Remove this page?' : 'Remove this comment?'} onClose={onClose}>
      <div className="stack">
        <p>
          Nobody will see it any more, not even its author, and it can’t be restored. Hiding can be
          undone.
        </p>
        <div className="row">
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="danger" busy={busy} onClick={onRemove}>
            {isPage ? 'Remove the page' : 'Remove the comment'}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

interface Choice {
  verdict: Verdict
  label: string
  /** Dialog that opens first. */
  dialog?: 'hide' | 'remove'
}

const REMOVE: Choice = { verdict: 'remove', label: 'Remove…', dialog: 'remove' }
const HIDE: Choice = { verdict: 'hide', label: 'Hide' }
/** Opens a dialog, because the author of a memo is told the reason. */
const HIDE_MEMO: Choice = { verdict: 'hide', label: 'Hide…', dialog: 'hide' }

/** Verdicts for something in its current state. Resolved reports can be decided again unless it was removed. */
function actionsFor({ kind, state: current }: Reported, state: ReportsState): Choice[] {
  const isOpen = state === 'open'
  if (current === 'removed') return isOpen ? [{ verdict: 'remove', label: 'Close report' }] : []
  if (current === 'hidden') {
    const keep: Choice[] = isOpen ? [{ ...HIDE, label: 'Keep hidden' }] : []
    return [...keep, { verdict: 'show', label: 'Unhide' }, REMOVE]
  }
  const keep: Choice[] = isOpen ? [{ verdict: 'show', label: 'Keep visible' }] : []
  return [kind === 'memo' ? HIDE_MEMO : HIDE, ...keep, REMOVE]
}

interface ReasonDialogProps {
  reported: Reported
  verdict: Exclude<Verdict, 'show'>
  error: Error | null
  busy: boolean
  onDecide(why: string): void
  onClose(): void
}

/** Dialog that asks why a memo is hidden or removed. Its author is told the reason. */
function ReasonDialog(props: ReasonDialogProps) {
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
  return (
    <p>
      {plural(
        editions.length,
        'Edition {list} contains it, and keeps it until you unpublish the book.',
        'Editions {list} contain it, and keep it until you unpublish the book.',
        { list: editions.join(', ') },
      )}
    </p>
  )
}
