import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, call } from './client'
import { takeOutCommentsOf } from './comments'
import { removePostsOf } from './post-cache'
import { POSTS } from './posts'
import type { components } from './schema'

type Schemas = components['schemas']

export type Block = Schemas['BlockView']

const BLOCKS = ['blocks']

/** Whom the member has blocked. Nothing waits for it. */
export const useBlocks = () =>
  useQuery({ queryKey: BLOCKS, queryFn: () => call(api.GET('/api/blocks')) })

/** Sees nothing of a member any more: at once, and then as the server has it. */
export function useBlock(onBlocked: () => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: Schemas['BlockBody']) => call(api.POST('/api/block/add', { body })),
    onSuccess: (_, { other }) => {
      removePostsOf(queries, other)
      takeOutCommentsOf(queries, other)
      // First: what has asked may be about to go.
      onBlocked()
      queries.invalidateQueries({ queryKey: POSTS })
      queries.invalidateQueries({ queryKey: BLOCKS })
    },
  })
}

/** Sees a member again. */
export function useUnblock(onUnblocked: (other: string) => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: Schemas['BlockBody']) => call(api.POST('/api/block/remove', { body })),
    onSuccess: (_, { other }) => {
      queries.setQueryData<Block[]>(BLOCKS, (blocks) => blocks?.filter(({ uid }) => uid !== other))
      queries.invalidateQueries({ queryKey: POSTS })
      onUnblocked(other)
    },
  })
}
