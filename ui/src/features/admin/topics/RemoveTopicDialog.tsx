import { errorMessage } from '../../../api/error'
import type { Topic } from '../../../api/posts'
import { Banner } from '../../../ui/Banner'
import { Button } from '../../../ui/Button'
import { Dialog } from '../../../ui/Dialog'
import { useRemoveTopic } from './queries'

/** Asks before a topic goes. One that has posts stays, and the server says so. */
export function RemoveTopicDialog({ topic, onClose }: { topic: Topic; onClose(): void }) {
  const { mutate, isPending, error } = useRemoveTopic(topic, onClose)
  return (
    <Dialog title={`Remove ${topic.name}?`} onClose={onClose}>
      <div className="stack">
        {error && <Banner tone="error">{errorMessage(error)}</Banner>}
        <p>Nobody can post to it any more. Only a topic without posts can be removed.</p>
        <div className="row">
          <Button onClick={onClose}>Cancel</Button>
          <Button look="danger" busy={isPending} onClick={() => mutate()}>
            Remove the topic
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
