import { act, renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { readDraft, saveDraft } from './drafts'
import { delayRejection, useUnsentDraft } from './unsent-draft'

/** A field whose words the tab had sent when it was killed; what arrives is told later. */
function openAgain(since?: string) {
  saveDraft('field/sent', 'How lovely')
  saveDraft('field', since)
  const arrived: string[] = []
  const { result, rerender } = renderHook(() =>
    useUnsentDraft('field', (text) => arrived.includes(text)),
  )
  const arrive = (text: string) => {
    arrived.push(text)
    rerender()
  }
  return { words: () => result.current, arrive }
}

test('what arrives after it was taken back leaves the field', () => {
  const { words, arrive } = openAgain()
  expect([words().text, words().restored]).toEqual(['How lovely', true])
  arrive('How lovely')
  expect([words().text, words().restored]).toEqual(['', false])
  expect([readDraft('field'), readDraft('field/sent')]).toEqual([undefined, undefined])
})

test('what was typed since stays', () => {
  const { words, arrive } = openAgain('And')
  expect(words().text).toBe('How lovely\n\nAnd')
  arrive('How lovely')
  expect([words().text, words().restored]).toEqual(['And', true])
})

test('what somebody has changed meanwhile is theirs', () => {
  const { words, arrive } = openAgain()
  act(() => words().change('How lovely it is'))
  arrive('How lovely')
  expect(words().text).toBe('How lovely it is')
})

test('a refusal is told when the page is still there a moment later', async () => {
  vi.useFakeTimers()
  const told = vi.fn()
  const refused = delayRejection(Promise.reject(new Error('broken off'))).catch(told)
  await vi.advanceTimersByTimeAsync(100)
  expect(told).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1000)
  await refused
  expect(told).toHaveBeenCalledWith(new Error('broken off'))
  expect(await delayRejection(Promise.resolve('kept'))).toBe('kept')
  vi.useRealTimers()
})
