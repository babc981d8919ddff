import { type QueryClient, useIsMutating, useMutation } from '@tanstack/react-query'
import { errorMessage, isSignedOut } from '../lib/api-error'
import { focusAfterRender } from '../lib/focus-after-render'
import { dismiss, notify } from '../lib/notify'

/** Key of the requests that delete or restore. */
const DELETION = ['deletion']

/** Tells whether the server is being told to delete or restore: lists that it answers now may be out of date. */
export const isDeleting = (queryClient: QueryClient) =>
  queryClient.isMutating({ mutationKey: DELETION }) > 0

export const useIsDeleting = () => useIsMutating({ mutationKey: DELETION }) > 0

interface Deletion {
  /** Takes it out of everything that shows it; answers how to put it back at its places. */
  removeFromCache(): () => void
  remove(): Promise<unknown>
  restore(): Promise<unknown>
  /** Sets right what was fetched while the server was being told. */
  reconcile?(there: boolean): void
  /** The element that has focus when it is back. */
  id: string
  /** Those that may have it meanwhile. */
  focusAfterwards: string[]
}

/**
 * Deletes without asking: at once in sight, with a way back for a while. What the server refuses is
 * put back, and said.
 */
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
      // It may not be there yet for the server to restore.
      if (!(await removed)) return
      await send.mutateAsync(restore).then(
        () => reconcile?.(true),
        (error) => {
          removeFromCache()
          reconcile?.(false)
          showError('It could not be put back.', error)
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
        // Who has undone it has what they want.
        if (!isBack) showError('It could not be deleted.', error)
        dismiss(notice)
        back()
        reconcile?.(true)
        return false
      },
    )
    focusAfterRender(...focusAfterwards)
  }
}

/** Who was signed out meanwhile is on the way to sign-in. */
function showError(words: string, error: unknown) {
  if (!isSignedOut(error)) notify({ message: `${words} ${errorMessage(error)}`, tone: 'error' })
}
