import {
  type QueryClient,
  useMutation,
  useQueryClient,
  useSuspenseQuery,
} from '@tanstack/react-query'
import { api, call } from '../../../api/client'
import type { components } from '../../../api/schema'
import { adminKeys, invalidateOverview } from '../../../entities/admin/queries'
import { errorMessage } from '../../../lib/api-error'
import { notify } from '../../../lib/notify'
import { updateListAndDetail } from '../cache'
import { withFreshPassword } from '../fresh-password'

type Schemas = components['schemas']

export type Member = Schemas['MemberView']
export type MemberDetails = Schemas['MemberDetails']
export type MemberChange = Schemas['MemberChange']

const adminMemberKeys = {
  list: [...adminKeys.all, 'members'],
  detail: (uid: string) => [...adminKeys.all, 'member', uid],
}

/** All members, newest first. */
export const useMembers = () =>
  useSuspenseQuery({
    queryKey: adminMemberKeys.list,
    queryFn: () => call(api.GET('/api/admin/members')),
  }).data

/** One member with the details for admins. */
export const useMemberDetails = (uid: string): MemberDetails =>
  useSuspenseQuery({
    queryKey: adminMemberKeys.detail(uid),
    queryFn: () => call(api.GET('/api/admin/members/{uid}', { params: { path: { uid } } })),
  }).data

/** Updates a member wherever they are cached. */
export function updateMember(queryClient: QueryClient, member: Member) {
  const places = {
    list: adminMemberKeys.list,
    details: adminMemberKeys.detail(member.uid),
    name: 'member',
  }
  updateListAndDetail(queryClient, places, member, ({ uid }) => uid === member.uid)
}

interface Change {
  member: Member
  change: MemberChange
  /** Message after success. */
  done: string
}

export function useChangeMember() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ member, change }: Change) =>
      withFreshPassword(() =>
        call(
          api.POST('/api/admin/members/{uid}/change', {
            params: { path: { uid: member.uid } },
            body: { change },
          }),
        ),
      ),
    onSuccess: (changed, { done }) => {
      updateMember(queryClient, changed)
      notify({ message: done, tone: 'good' })
    },
    onError: (error) => notify({ message: errorMessage(error), tone: 'error' }),
  })
}

/** Makes a one-time link with which the member sets a new password. */
export const useResetLink = () =>
  useMutation({
    mutationFn: (uid: string) =>
      withFreshPassword(() =>
        call(api.POST('/api/admin/members/{uid}/reset-link', { params: { path: { uid } } })),
      ),
  })

/** Deletes a member's account for good. The password is the admin's own. */
export function useDeleteMember({ uid, name }: Member, onDeleted: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (password: string) =>
      call(
        api.POST('/api/admin/members/{uid}/delete', {
          params: { path: { uid } },
          body: { password },
        }),
      ),
    onSuccess: () => {
      // First, because the page of a deleted member must not refetch them.
      onDeleted()
      queryClient.setQueryData<Member[]>(adminMemberKeys.list, (members) =>
        members?.filter((each) => each.uid !== uid),
      )
      queryClient.removeQueries({ queryKey: adminMemberKeys.detail(uid) })
      void invalidateOverview(queryClient)
      notify({ message: `The account of ${name} is deleted.`, tone: 'good' })
    },
  })
}
