import {
  type QueryClient,
  useMutation,
  useQueryClient,
  useSuspenseQuery,
} from '@tanstack/react-query'
import { api, call } from '../../../api/client'
import type { components } from '../../../api/schema'
import { updateCached } from '../../../api/update-cached'
import { adminKeys, invalidateOverview } from '../../../entities/admin/queries'
import { withFreshPassword } from '../../../entities/member/FreshPasswordDialog'
import { formatDay, toDate } from '../../../lib/format'
import { notify, notifyFailure } from '../../../lib/notify'
import { updateListAndDetail } from '../queries'

type Schemas = components['schemas']

export type Member = Schemas['MemberView']
export type MemberDetails = Schemas['MemberDetails']
type MemberChange = Schemas['MemberChange']

const details = [...adminKeys.all, 'member']

const adminMemberKeys = {
  list: [...adminKeys.all, 'members'],
  details,
  detail: (uid: string) => [...details, uid],
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
function updateMember(queryClient: QueryClient, member: Member) {
  const places = {
    list: adminMemberKeys.list,
    details: adminMemberKeys.detail(member.uid),
    name: 'member',
  }
  updateListAndDetail(queryClient, places, member, ({ uid }) => uid === member.uid)
}

/** Refetches the details of all members after a change to the keepers of a book. */
export const invalidateMemberDetails = (queryClient: QueryClient) =>
  queryClient.invalidateQueries({ queryKey: adminMemberKeys.details })

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
    onError: (error) => notifyFailure('The change could not be saved.', error),
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
      updateCached<Member[]>(queryClient, adminMemberKeys.list, (members) =>
        members.filter((each) => each.uid !== uid),
      )
      queryClient.removeQueries({ queryKey: adminMemberKeys.detail(uid) })
      void invalidateOverview(queryClient)
      notify({ message: `The account of ${name} is deleted.`, tone: 'good' })
    },
  })
}

interface Suspension {
  uid: string
  days: number
  /** Message to the member; may be empty. */
  why: string
}

/** Suspends a member, who can then only read until the end of the suspension. */
export function useSuspend(onSuspended: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ uid, ...body }: Suspension) =>
      call(api.POST('/api/admin/members/{uid}/suspend', { params: { path: { uid } }, body })),
    onSuccess: (member) => {
      updateMember(queryClient, member)
      onSuspended()
      notify({ message: suspendedMessage(member), tone: 'good' })
    },
  })
}

const suspendedMessage = ({ name, suspension }: Member) =>
  suspension
    ? `${name} is suspended until ${formatDay(toDate(suspension.until))}.`
    : `${name} is suspended.`

export function useEndSuspension() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (uid: string) =>
      call(api.POST('/api/admin/members/{uid}/release', { params: { path: { uid } } })),
    onSuccess: (member) => {
      updateMember(queryClient, member)
      notify({ message: `The suspension of ${member.name} has ended.`, tone: 'good' })
    },
    onError: (error) => notifyFailure('The suspension could not be ended.', error),
  })
}
