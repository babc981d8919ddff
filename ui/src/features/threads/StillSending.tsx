import { Banner } from '../../ui/Banner'
import { Button } from '../../ui/Button'
import styles from './NewPostForm.module.css'

interface StillSendingProps {
  onStay(): void
  onLeave(): void
}

/** Asks whoever closes the dialog too early. */
export function StillSending({ onStay, onLeave }: StillSendingProps) {
  return (
    <Banner tone="warn" className={styles.note}>
      <p>Your page is still being sent.</p>
      <div className="row">
        <Button onClick={onStay}>Keep sending</Button>
        <Button onClick={onLeave}>Stop and close</Button>
      </div>
    </Banner>
  )
}
