import {
  type QueryClient,
  useMutation,
  useQueryClient,
  useSuspenseQuery,
} from '@tanstack/react-query'
import { api, call } from '../../api/client'
import { wordsOf } from '../../api/error'
import type { components } from '../../api/schema'
import { notify } from '../../lib/notify'

type Schemas = components['schemas']

export type Member = Schemas['MemberView']
export type MemberChange = Schemas['MemberChange']

const MEMBERS = ['admin', 'members']

/** Every member, newest first. */
export const useMembers = () =>
  useSuspenseQuery({
    queryKey: MEMBERS,
    queryFn: () => call(api.GET('/api/admin/members')),
  }).data

/** Writes a member as the server has them now into the list. */
export const putMember = (queries: QueryClient, changed: Member) =>
  queries.setQueryData<Member[]>(MEMBERS, (members) =>
    members?.map((each) => (each.uid === changed.uid ? changed : each)),
  )

interface Change {
  member: Member
  change: MemberChange
  /** What to say when it is done. */
  done: string
}

export function useChangeMember() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ member, change }: Change) =>
      call(
        api.POST('/api/admin/members/{uid}/change', {
          params: { path: { uid: member.uid } },
          body: { change },
        }),
      ),
    onSuccess: (changed, { done }) => {
      putMember(queries, changed)
      notify({ words: done, tone: 'good' })
    },
    onError: (error) => notify({ words: wordsOf(error), tone: 'error' }),
  })
}

/** A one-time link with which the member chooses a new password. */
export const useResetLink = () =>
  useMutation({
    mutationFn: (uid: string) =>
      call(api.POST('/api/admin/members/{uid}/reset-link', { params: { path: { uid } } })),
  })
