import { act, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { createStore, type Store } from './create-store'

const Text = <T,>({ store, read }: { store: Store<T>; read(value: T): string }) => (
  <p>{store.use(read)}</p>
)

test('components follow the value', () => {
  const store = createStore(1)
  render(<Text store={store} read={(value) => `twice ${value * 2}`} />)
  act(() => store.set(4))
  expect(screen.queryByText('twice 8')).not.toBeNull()
  expect(store.get()).toBe(4)
})

test('a store hears of changes outside only while a component uses it', () => {
  let outside = 'one'
  let changed = () => {}
  const disconnect = vi.fn()
  const store = createStore(undefined, (listener) => {
    changed = listener
    return disconnect
  })
  const { unmount } = render(<Text store={store} read={() => outside} />)
  outside = 'two'
  act(() => changed())
  expect(screen.queryByText('two')).not.toBeNull()
  expect(disconnect).not.toHaveBeenCalled()
  unmount()
  expect(disconnect).toHaveBeenCalledOnce()
})
