import { useHistoryState } from 'wouter/use-browser-location'

/** History state of a thread, and of a post that was opened from it. */
export interface ThreadState {
  /** Code of the thread behind a post. */
  thread?: string
  /** Number of posts that were shown. */
  shown?: number
  /** Page of the post on paper display. */
  page?: number
}

export const useThreadState = () => useHistoryState<ThreadState | null>() ?? {}

/** Code of the thread that stays behind an open post. */
export const useBackgroundThread = (): string | undefined => useThreadState().thread
