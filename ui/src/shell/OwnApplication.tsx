import { useDismissApplication, useOwnApplication } from '../entities/member/queries'
import { focusAfterRender } from '../lib/focus-after-render'
import { words } from '../locales/en'
import { Button } from '../ui/Button'
import { ApplicationNotice } from './ApplicationBanner'
import styles from './Shell.module.css'

/** Notice about the member's own application, as the server knows it. */
export function OwnApplication() {
  const state = useOwnApplication()
  // The button is about to be removed.
  const dismiss = useDismissApplication(() => focusAfterRender('content'))
  const button = (
    <Button
      variant="quiet"
      className={styles.noticeButton}
      busy={dismiss.isPending}
      onClick={() => dismiss.mutate()}
    >
      {words.application.dismiss}
    </Button>
  )
  return <ApplicationNotice state={state} button={state === 'accepted' && button} />
}
