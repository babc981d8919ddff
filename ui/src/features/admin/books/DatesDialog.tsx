import { useId, useMemo } from 'react'
import { plural } from '../../../lib/format'
import { Button } from '../../../ui/Button'
import { RadioGroup } from '../../../ui/ChoiceGroup'
import { Dialog } from '../../../ui/Dialog'
import { Form } from '../../../ui/Form'
import type { Check } from '../../../ui/form-context'
import { Submit } from '../../../ui/Submit'
import { TextField } from '../../../ui/TextField'
import { type AdminBook, useScheduleBook } from './queries'

/** Conditions under which an edition is made by itself. */
const READY_BY = [
  { value: 'entries', label: 'When there are enough entries' },
  { value: 'date', label: 'When it closes' },
  { value: 'both', label: 'In both cases' },
]

const NO_DATES = { opens: '', closes: '', readyBy: 'entries' }

interface DatesDialogProps {
  book: AdminBook
  onClose(): void
}

/** Dialog that sets from when until when a book takes answers, and when its edition is made. */
export function DatesDialog({ book, onClose }: DatesDialogProps) {
  const { name, publishAt, schedule } = book
  const { opens, closes, readyBy } = schedule
  const { mutate, variables, error, isPending } = useScheduleBook(book, onClose)
  const isRemoval = variables === NO_DATES
  return (
    <Dialog title={`Dates of ${name}`} onClose={onClose}>
      <Form<'opens' | 'closes' | 'readyBy'> onSubmit={mutate} error={error} busy={isPending}>
        <p>Members can hand in answers while the book is open.</p>
        <MomentField
          name="opens"
          label="Opens (optional)"
          hint="In the community’s time zone. Leave it empty for a book that is open already."
          example="2026-12-01 08:00"
          saved={opens?.local}
        />
        <MomentField
          name="closes"
          label="Closes (optional)"
          hint="In the community’s time zone. Leave it empty for a book that stays open."
          example="2026-12-24 18:00"
          saved={closes?.local}
        />
        <RadioGroup
          stacked
          name="readyBy"
          label="The book is ready"
          hint={plural(
            publishAt,
            'One new answer is enough. You can change the number under “Edit…”.',
            '# new answers are enough. You can change the number under “Edit…”.',
          )}
          choices={READY_BY}
          defaultValue={readyBy}
        />
        <Submit needsChange>{isPending && !isRemoval ? 'Saving…' : 'Save the dates'}</Submit>
        {(opens || closes) && (
          <div className="row">
            <Button busy={isPending && isRemoval} onClick={() => mutate(NO_DATES)}>
              Take the dates away
            </Button>
          </div>
        )}
      </Form>
    </Dialog>
  )
}

interface MomentFieldProps {
  name: string
  label: string
  hint: string
  /** Shown by browsers that have no better field for a date and a time than one for text. */
  example: string
  /** Local date and time, such as `2026-12-24T18:00`. */
  saved: string | undefined
}

function MomentField({ example, saved, ...field }: MomentFieldProps) {
  const id = useId()
  const check = useMemo(() => isComplete(id), [id])
  return (
    <TextField
      {...field}
      id={id}
      type="datetime-local"
      placeholder={example}
      defaultValue={saved}
      check={check}
    />
  )
}

/** Refuses a date without a time, which browsers take for an empty field. */
const isComplete =
  (id: string): Check =>
  () => {
    const input = document.getElementById(id) as HTMLInputElement | null
    return input?.validity.badInput ? 'Enter a date and a time.' : undefined
  }
