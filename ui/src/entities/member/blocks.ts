import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, call, sentWithPage } from '../../api/client'
import type { components } from '../../api/schema'
import { updateCached } from '../../api/update-cached'
import { removeCommentsOf } from '../post/comments'
import { removePostsOf } from '../post/overlay'
import { postKeys } from '../post/post'
import { memberKeys } from './queries'

type Schemas = components['schemas']

export type Block = Schemas['BlockView']

/** Members blocked by the current member. Doesn't suspend. */
export const useBlocks = () =>
  useQuery({
    queryKey: memberKeys.blocks,
    queryFn: () => call(api.GET('/api/blocks')),
    initialData: sentWithPage('GET /api/blocks '),
  })

/** Blocks a member and removes their posts and comments from the cache. */
export function useBlock(onBlocked: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: Schemas['BlockBody']) => call(api.POST('/api/block/add', { body })),
    onSuccess: (_, { other }) => {
      removePostsOf(queryClient, other)
      removeCommentsOf(queryClient, other)
      // First, because the posts and comments of this member are about to disappear with their
      // buttons.
      onBlocked()
      queryClient.invalidateQueries({ queryKey: postKeys.all })
      queryClient.invalidateQueries({ queryKey: memberKeys.blocks })
    },
  })
}

/** Unblocks a member. */
export function useUnblock(onUnblocked: (other: string) => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: Schemas['BlockBody']) => call(api.POST('/api/block/remove', { body })),
    onSuccess: (_, { other }) => {
      updateCached<Block[]>(queryClient, memberKeys.blocks, (blocks) =>
        blocks.filter(({ uid }) => uid !== other),
      )
      queryClient.invalidateQueries({ queryKey: postKeys.all })
      onUnblocked(other)
    },
  })
}
