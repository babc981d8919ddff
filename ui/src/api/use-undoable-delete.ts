import { type QueryClient, useIsMutating, useMutation } from '@tanstack/react-query'
import { focusAfterRender } from '../lib/focus-after-render'
import { dismiss, notify, notifyFailure } from '../lib/notify'

/** Mutation key of requests that delete or restore. */
const DELETION = ['deletion']

/** Whether a deletion or restoration is in progress: lists fetched meanwhile may be out of date. */
export const isDeleting = (queryClient: QueryClient) =>
  queryClient.isMutating({ mutationKey: DELETION }) > 0

export const useIsDeleting = () => useIsMutating({ mutationKey: DELETION }) > 0

interface Deletion {
  /** Removes the item from every cache that shows it. Returns a function that restores it in its places. */
  removeFromCache(): () => void
  remove(): Promise<unknown>
  restore(): Promise<unknown>
  /** Corrects what was fetched during the request. */
  reconcile?(there: boolean): void
  /** Id of the element that gets the focus after a restoration. */
  id: string
  /** Ids of elements that may get the focus after the deletion, the best first. */
  focusAfterwards: string[]
}

/** Deletes at once, without confirmation, and offers Undo in a toast. A refused deletion is reverted and reported. */
export function useUndoableDelete() {
  const send = useMutation({
    mutationKey: DELETION,
    mutationFn: (request: () => Promise<unknown>) => request(),
  })

  return ({ removeFromCache, remove, restore, reconcile, id, focusAfterwards }: Deletion) => {
    const restoreInCache = removeFromCache()
    let isBack = false
    const back = () => {
      if (!isBack) restoreInCache()
      isBack = true
    }
    const undo = async () => {
      back()
      focusAfterRender(id)
      // The server cannot restore an item before its deletion has arrived.
      if (!(await removed)) return
      await send.mutateAsync(restore).then(
        () => reconcile?.(true),
        (error) => {
          removeFromCache()
          reconcile?.(false)
          notifyFailure('It could not be restored.', error)
        },
      )
    }
    const notice = notify({
      message: 'Deleted.',
      action: { label: 'Undo', isUndo: true, run: () => void undo() },
    })
    const removed = send.mutateAsync(remove).then(
      () => {
        if (!isBack) reconcile?.(false)
        return true
      },
      (error) => {
        // After Undo, a failed deletion is the result that the member wanted.
        if (!isBack) notifyFailure('It could not be deleted.', error)
        dismiss(notice)
        back()
        reconcile?.(true)
        return false
      },
    )
    focusAfterRender(...focusAfterwards)
  }
}
