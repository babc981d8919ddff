import { CardSkeletons } from './CardSkeletons'
import { PostGrid } from './PostGrid'

/** Placeholder for a grid of posts. */
export const LoadingPosts = () => (
  <PostGrid>
    <CardSkeletons />
  </PostGrid>
)
