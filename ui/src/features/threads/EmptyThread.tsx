import type { Topic } from '../../entities/post/post'
import { EmptyState } from '../../ui/EmptyState'
import { Conversation } from '../../ui/illustrations/steps'
import { NewPostButton } from './NewPostButton'

export function EmptyThread({ topic }: { topic: Topic }) {
  return (
    <EmptyState
      drawing={<Conversation />}
      title="No posts available for this topic."
      action={<NewPostButton topic={topic}>Upload the first page</NewPostButton>}
    >
      <p>
        No posts are available in this category. Start the conversation by clicking the button
        below.
      </p>
    </EmptyState>
  )
}
