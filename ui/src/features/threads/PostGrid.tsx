import { type ReactNode, useRef } from 'react'
import type { Topic } from '../../entities/post/post'
import { useListShortcuts } from '../../lib/use-list-shortcuts'
import { EmptyState } from '../../ui/EmptyState'
import { Conversation } from '../../ui/illustrations/steps'
import { NewPostButton } from './NewPostButton'
import { CardSkeletons } from './PostCard'

/** Shortcuts for like and comment. */
const KEYS = ['l', 'c']

/** Grid of cards, three per row if there is room. */
export function PostGrid({ children }: { children: ReactNode }) {
  const grid = useRef<HTMLUListElement>(null)
  useListShortcuts(grid, KEYS)
  return (
    <ul ref={grid} className="cards">
      {children}
    </ul>
  )
}

/** Placeholder for a grid of posts. */
export const LoadingPosts = () => (
  <PostGrid>
    <CardSkeletons />
  </PostGrid>
)

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
