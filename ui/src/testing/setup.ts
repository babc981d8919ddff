import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'
import { ApiError } from '../lib/api-error'

// Pages are fetched on first use, and machines may be busy.
configure({ asyncUtilTimeout: 10_000 })

/** Fails a test that logs anything but refusals. */
function hear(...words: unknown[]) {
  if (!words.some((word) => word instanceof ApiError)) throw new Error(words.join(' '))
}

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(hear)
  vi.spyOn(console, 'warn').mockImplementation(hear)
  // Only the server faked by a test may answer.
  vi.stubGlobal('fetch', () => Promise.reject(new Error('There is no server.')))
  localStorage.clear()
  window.history.replaceState(null, '', '/')
  window.scrollTo = () => {}
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})
