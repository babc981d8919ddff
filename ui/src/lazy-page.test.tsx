import { render, screen, waitFor } from '@testing-library/react'
import { type ComponentType, Suspense } from 'react'
import { expect, test, vi } from 'vitest'
import { lazyPage } from './lazy-page'

const shown = (Page: ComponentType<object>) =>
  render(
    <Suspense fallback="Loading…">
      <Page />
    </Suspense>,
  )

test('a page is fetched once, and shown without waiting from then on', async () => {
  const load = vi.fn(async () => () => <p>A letter</p>)
  const Page = lazyPage(load)
  const first = shown(Page)
  expect(screen.getByText('Loading…')).toBeTruthy()
  expect(await screen.findByText('A letter')).toBeTruthy()
  first.unmount()
  shown(Page)
  expect(screen.getByText('A letter')).toBeTruthy()
  expect(load).toHaveBeenCalledOnce()
})

test('a page that could not be fetched ahead is fetched when it is opened', async () => {
  let reachable = false
  const Page = lazyPage(async () => {
    if (!reachable) throw new TypeError('There is no server.')
    return () => <p>A letter</p>
  })
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
  Page.preload()
  await waitFor(() => expect(warned).toHaveBeenCalledOnce())
  reachable = true
  shown(Page)
  expect(await screen.findByText('A letter')).toBeTruthy()
})
