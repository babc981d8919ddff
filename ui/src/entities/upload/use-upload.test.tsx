import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../api/query-client'
import { FakeUpload, refusal } from '../../testing/server'
import { useUpload } from './use-upload'

const KEY = 'idempotency-key'
const FILE = new File(['ink'], 'page.png', { type: 'image/png' })
const OTHER = new File(['ink'], 'page.png', { type: 'image/png' })

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('XMLHttpRequest', FakeUpload)
  FakeUpload.last = undefined
})
afterEach(() => vi.useRealTimers())

const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000))
const last = () => FakeUpload.last as FakeUpload
const lose = async () => {
  act(() => last().lose())
  await pass(0)
}

function start(path = '/here') {
  const client = createQueryClient()
  return renderHook(
    (props) =>
      useUpload<unknown, { file: File }>({ path: props.path, formOf: () => new FormData() }),
    {
      initialProps: { path },
      wrapper: ({ children }) => (
        <QueryClientProvider client={client}>{children}</QueryClientProvider>
      ),
    },
  )
}

async function send(hook: ReturnType<typeof start>, file = FILE) {
  act(() => hook.result.current.send({ file }))
  await pass(0)
  return last()
}

test('a lost connection is waited for: 1, 3 and 9 seconds, under the same name', async () => {
  const hook = start()
  let attempt = await send(hook)
  const name = attempt.headers[KEY]
  expect(name).toMatch(/^[0-9a-f]{32}$/)
  for (const pause of [1, 3, 9]) {
    act(() => last().progress(40))
    expect(hook.result.current.state).toEqual({ step: 'sending', percent: 40 })
    await lose()
    expect(hook.result.current.state).toEqual({ step: 'waiting' })
    await pass(pause - 0.1)
    expect(last()).toBe(attempt)
    await pass(0.1)
    expect(last()).not.toBe(attempt)
    attempt = last()
    expect(attempt.headers[KEY]).toBe(name)
  }
  await lose()
  expect(hook.result.current.state?.step).toBe('failed')
  await pass(60)
  expect(last()).toBe(attempt)

  act(() => void hook.result.current.retry())
  await pass(0)
  expect(last()).not.toBe(attempt)
  expect(last().headers[KEY]).toBe(name)
  act(() => last().answer(201, { id: 'p1' }))
  await pass(0)
  expect(hook.result.current.data).toEqual({ id: 'p1' })
  expect(hook.result.current.state).toBeUndefined()
})

test('another file, another place and what was answered have names of their own', async () => {
  const hook = start()
  const names = [(await send(hook)).headers[KEY], (await send(hook, OTHER)).headers[KEY]]
  hook.rerender({ path: '/there' })
  names.push((await send(hook, OTHER)).headers[KEY])
  act(() => last().answer(201, {}))
  await pass(0)
  names.push((await send(hook, OTHER)).headers[KEY])
  expect(new Set(names).size).toBe(4)
})

test('whoever cancels while it waits is not surprised later', async () => {
  const hook = start()
  const attempt = await send(hook)
  await lose()
  act(() => hook.result.current.cancel())
  await pass(60)
  expect(last()).toBe(attempt)
  expect(hook.result.current.state).toBeUndefined()
  expect(hook.result.current.refusal).toBeNull()
})

test('a connection that says nothing for half a minute is lost as well', async () => {
  const hook = start()
  const attempt = await send(hook)
  await pass(29)
  act(() => last().progress(20))
  await pass(29)
  expect(hook.result.current.state).toEqual({ step: 'sending', percent: 20 })
  await pass(1)
  expect(attempt.aborted).toBe(true)
  expect(hook.result.current.state).toEqual({ step: 'waiting' })
})

test('the server may take its time once it has everything', async () => {
  const hook = start()
  const attempt = await send(hook)
  act(() => {
    attempt.progress(100)
    attempt.upload.onload?.()
  })
  await pass(120)
  expect(hook.result.current.state).toEqual({ step: 'processing' })
})

test('what the server refuses is not tried again; what is its own fault can be', async () => {
  const hook = start()
  const attempt = await send(hook)
  act(() => attempt.answer(422, refusal('invalid', 'This is no page.')))
  await pass(60)
  expect(hook.result.current.refusal?.message).toBe('This is no page.')
  expect(hook.result.current.state).toBeUndefined()
  expect(last()).toBe(attempt)

  await send(hook)
  act(() => last().answer(500, undefined))
  await pass(0)
  expect(hook.result.current.state?.step).toBe('failed')
  expect(hook.result.current.refusal).toBeNull()
})
