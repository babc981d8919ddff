import { useEffect, useRef } from 'react'
import { Form } from '../../ui/Form'
import { Submit } from '../../ui/Submit'
import { TextField } from '../../ui/TextField'
import styles from './DrawsPage.module.css'

interface DayFormProps {
  /** The day that is shown. */
  day: string | undefined
  onChoose(day: string): void
}

/** Any day. It waits for its button: a date that is half typed is another date. */
export function DayForm({ day, onChoose }: DayFormProps) {
  const field = useRef<HTMLInputElement>(null)

  // A new form would take the focus from the button that was pressed.
  useEffect(() => {
    if (field.current && day) field.current.value = day
  }, [day])

  return (
    <div className={styles.form}>
      <Form<'day'> onSubmit={(chosen) => onChoose(chosen.day)}>
        <TextField
          ref={field}
          name="day"
          label="Day"
          hint="Such as 2026-11-22"
          type="date"
          check={(typed) => (typed ? undefined : 'Please choose a day.')}
        />
        <Submit look="plain">Show this day</Submit>
      </Form>
    </div>
  )
}
