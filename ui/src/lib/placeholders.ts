/** Placeholders of content that is loading: how many are on the page. */
import { useLayoutEffect } from 'react'
import { createStore } from './create-store'

const shown = createStore(0)

/** Counts the calling component as a placeholder for as long as it is mounted. */
export function usePlaceholder() {
  useLayoutEffect(() => {
    shown.set(shown.get() + 1)
    return () => shown.set(shown.get() - 1)
  }, [])
}

/** Whether the page has a placeholder. What follows the content is hidden meanwhile, since it is about to move. */
export const useHasPlaceholders = () => shown.use((count) => count > 0)
