import { useDismissReminder, useOwnReminder } from '../../entities/member/reminders'
import { focusAfterRender } from '../../lib/focus-after-render'
import { plural } from '../../lib/format'
import { paths } from '../../paths'
import { Banner } from '../../ui/Banner'
import { Button } from '../../ui/Button'
import { ButtonLink } from '../../ui/ButtonLink'
import { cx } from '../../ui/cx'
import styles from './BeginPage.module.css'

/** Notice of the open questions that a keeper has reminded the member of. Renders nothing without a reminder. */
export function Reminder({ uid }: { uid: string }) {
  const reminder = useOwnReminder(uid)
  // The button is about to be removed.
  const dismiss = useDismissReminder(uid, () => focusAfterRender('content'))
  if (!reminder) return null
  const { bid, book, open, closes } = reminder
  return (
    <Banner role="region" aria-label="Reminder" className={cx(styles.notice, 'screen-only')}>
      <p>
        <strong>
          {plural(
            open,
            'One question of “{book}” is still open for you.',
            '# questions of “{book}” are still open for you.',
            { book },
          )}
        </strong>
      </p>
      {closes && <p>The book closes on {closes.words}.</p>}
      <div className="row">
        <ButtonLink href={paths.entries(bid)}>Open the book</ButtonLink>
        <Button
          variant="quiet"
          aria-label={`Dismiss the reminder of “${book}”`}
          busy={dismiss.isPending}
          onClick={() => dismiss.mutate()}
        >
          Dismiss
        </Button>
      </div>
    </Banner>
  )
}
