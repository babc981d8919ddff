import { CardSkeletons } from './CardSkeletons'
import { PostGrid } from './PostGrid'

/** A grid whose posts are on their way. */
export const LoadingPosts = () => (
  <PostGrid>
    <CardSkeletons />
  </PostGrid>
)
