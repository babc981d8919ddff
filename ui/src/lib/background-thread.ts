import { useHistoryState } from 'wouter/use-browser-location'

/** What the history keeps beside the address of a thread, and of a post that was opened from one. */
export interface ThreadState {
  /** Of a post: the thread that stays behind it. */
  thread?: string
  /** Number of posts that were shown. */
  shown?: number
  /** Of a post that was opened on paper display: the page that it is on. */
  page?: number
}

export const useThreadState = () => useHistoryState<ThreadState | null>() ?? {}

/** The code of the thread that stays in its place behind a post that was opened from it. */
export const useBackgroundThread = (): string | undefined => useThreadState().thread
