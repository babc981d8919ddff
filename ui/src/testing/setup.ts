import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'
import { ApiError } from '../lib/api-error'

// Pages are fetched when they are first shown, and machines may have other work.
configure({ asyncUtilTimeout: 10_000 })

/** Refusals are part of the tests; whatever else is logged is a mistake. */
function hear(...words: unknown[]) {
  if (!words.some((word) => word instanceof ApiError)) throw new Error(words.join(' '))
}

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(hear)
  vi.spyOn(console, 'warn').mockImplementation(hear)
  // Nobody answers but the server that a test makes.
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
