import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, call } from '../../api/client'
import type { components } from '../../api/schema'
import { removeCommentsOf } from '../post/comments'
import { removePostsOf } from '../post/overlay'
import { postKeys } from '../post/post'
import { memberKeys } from './queries'

type Schemas = components['schemas']

export type Block = Schemas['BlockView']

/** Whom the member has blocked. Nothing waits for it. */
export const useBlocks = () =>
  useQuery({ queryKey: memberKeys.blocks, queryFn: () => call(api.GET('/api/blocks')) })

/** Sees nothing of a member any more: at once, and then as the server has it. */
export function useBlock(onBlocked: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: Schemas['BlockBody']) => call(api.POST('/api/block/add', { body })),
    onSuccess: (_, { other }) => {
      removePostsOf(queryClient, other)
      removeCommentsOf(queryClient, other)
      // First: what has asked may be about to go.
      onBlocked()
      queryClient.invalidateQueries({ queryKey: postKeys.all })
      queryClient.invalidateQueries({ queryKey: memberKeys.blocks })
    },
  })
}

/** Sees a member again. */
export function useUnblock(onUnblocked: (other: string) => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: Schemas['BlockBody']) => call(api.POST('/api/block/remove', { body })),
    onSuccess: (_, { other }) => {
      queryClient.setQueryData<Block[]>(memberKeys.blocks, (blocks) =>
        blocks?.filter(({ uid }) => uid !== other),
      )
      queryClient.invalidateQueries({ queryKey: postKeys.all })
      onUnblocked(other)
    },
  })
}
