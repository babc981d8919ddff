import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useInfiniteScroll } from './InfiniteFeed'

let reach = () => {}

class Watcher {
  constructor(callback: IntersectionObserverCallback) {
    reach = () =>
      act(() =>
        callback(
          [{ isIntersecting: true } as IntersectionObserverEntry],
          this as unknown as IntersectionObserver,
        ),
      )
  }
  observe() {}
  disconnect() {}
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('IntersectionObserver', Watcher)
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const passes = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds))

test('the end loads at once, and again after two seconds at the earliest', () => {
  const load = vi.fn()
  renderHook(() => useInfiniteScroll({ current: document.body }, true, load))
  reach()
  passes(0)
  expect(load).toHaveBeenCalledTimes(1)
  reach()
  passes(1_999)
  expect(load).toHaveBeenCalledTimes(1)
  passes(1)
  expect(load).toHaveBeenCalledTimes(2)
})

test('an end that has gone out of reach loads nothing', () => {
  const load = vi.fn()
  const { unmount } = renderHook(() => useInfiniteScroll({ current: document.body }, true, load))
  reach()
  unmount()
  passes(10_000)
  expect(load).not.toHaveBeenCalled()
})
