import { useMutation, useQueryClient, useSuspenseQueries } from '@tanstack/react-query'
import { api, call } from '../../../api/client'
import type { components } from '../../../api/schema'
import { updateCached } from '../../../api/update-cached'
import { adminKeys } from '../../../entities/admin/queries'
import { bookQuery } from '../../../entities/book/queries'
import { type Memo, useInvalidateMemos } from '../../../entities/memo/queries'
import { notify, notifyFailure } from '../../../lib/notify'

type Schemas = components['schemas']

export type BookGuests = Schemas['BookGuests']
export type BookGuest = Schemas['BookGuest']
export type BookGuestLink = Schemas['BookGuestLink']

const guestKeys = { ofBook: (bid: string) => [...adminKeys.all, 'guests', bid] }

const pathOf = (bid: string) => ({ params: { path: { bid } } })

/** A book with its guest link, its guests and their waiting answers, fetched in parallel. */
export function useGuests(bid: string) {
  const [book, guests] = useSuspenseQueries({
    queries: [
      bookQuery(bid),
      {
        queryKey: guestKeys.ofBook(bid),
        queryFn: () => call(api.GET('/api/admin/books/{bid}/guests', pathOf(bid))),
        // Guests may have come or written since.
        staleTime: 0,
      },
    ],
  })
  return { book: book.data, ...guests.data }
}

/** Makes a guest link. An earlier one stops working. */
export function useMakeGuestLink(bid: string, onMade: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(api.POST('/api/admin/books/{bid}/guest-link', pathOf(bid))),
    onSuccess: (link) => {
      updateCached<BookGuests>(queryClient, guestKeys.ofBook(bid), (cached) => ({
        ...cached,
        link,
      }))
      notify({ message: 'The guest link is made.', tone: 'good' })
      onMade()
    },
  })
}

/** Removes the guest link. The guests stay. */
export function useRemoveGuestLink(bid: string, onRemoved: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(api.DELETE('/api/admin/books/{bid}/guest-link', pathOf(bid))),
    onSuccess: () => {
      updateCached<BookGuests>(queryClient, guestKeys.ofBook(bid), (cached) => ({
        ...cached,
        link: null,
      }))
      notify({ message: 'The guest link is removed.', tone: 'good' })
      onRemoved()
    },
  })
}

/** Returns a function that refetches everything that a decision about a guest changes. */
function useInvalidateGuests() {
  const queryClient = useQueryClient()
  const invalidateMemos = useInvalidateMemos()
  return () => {
    void invalidateMemos()
    return queryClient.invalidateQueries({ queryKey: adminKeys.all })
  }
}

/** Accepts or declines a waiting answer. `onDecided` is called while the answer is still on the page. */
export function useDecideOnAnswer({ id, bid, author }: Memo, onDecided: () => void) {
  const queryClient = useQueryClient()
  const invalidate = useInvalidateGuests()
  return useMutation({
    mutationFn: (accept: boolean) =>
      call(
        api.POST('/api/admin/waiting-answers/{memo}', {
          params: { path: { memo: id } },
          body: { accept },
        }),
      ),
    onSuccess: (_, accept) => {
      onDecided()
      updateCached<BookGuests>(queryClient, guestKeys.ofBook(bid), (cached) => ({
        ...cached,
        waiting: cached.waiting.filter((memo) => memo.id !== id),
      }))
      const message = accept
        ? `The answer of ${author.name} is accepted.`
        : `The answer of ${author.name} is declined.`
      notify({ message, tone: 'good' })
      return invalidate()
    },
    onError: (error) => {
      notifyFailure('The decision could not be saved.', error)
      // Another keeper may have been faster, or the guest has replaced the answer.
      void queryClient.invalidateQueries({ queryKey: guestKeys.ofBook(bid) })
    },
  })
}

/** Removes a guest with all answers that are in no published edition. */
export function useRemoveGuest(bid: string, { uid, name }: BookGuest, onRemoved: () => void) {
  const invalidate = useInvalidateGuests()
  return useMutation({
    mutationFn: () =>
      call(api.DELETE('/api/admin/books/{bid}/guests/{uid}', { params: { path: { bid, uid } } })),
    onSuccess: () => {
      notify({ message: `${name} is removed.`, tone: 'good' })
      onRemoved()
      return invalidate()
    },
  })
}
