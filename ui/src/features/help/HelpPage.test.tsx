import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { setStored } from '../../lib/storage'
import { playPrizePeg } from '../../testing/prize'
import { address, renderApp, signInAs } from '../../testing/render-app'
import { serve } from '../../testing/server'
import { GUIDES, helpPages } from './guides/all'

const heading = (name: string) => screen.findByRole('heading', { level: 1, name })

const serveProfile = (preferredTablets: string) =>
  serve({ '/query-profile': () => [200, { uid: 'u1', preferredTablets }] })

const devices = () =>
  within(screen.getByRole('region', { name: 'What do you write on?' }))
    .getAllByRole('heading', { level: 3 })
    .map(({ textContent }) => textContent)

test.each(GUIDES)('$title: four steps, a source and a stamp', async (guide) => {
  renderApp(`/help/${guide.page}`)
  await heading(guide.title)
  expect(screen.getAllByRole('heading', { level: 2 }).map((each) => each.textContent)).toEqual(
    guide.steps.map(({ title }, index) => `${index + 1} ${title}`),
  )
  expect(screen.getByText('Did it work?')).toBeTruthy()
  expect(screen.getByText('20 November 2026')).toBeTruthy()
  for (const { url } of guide.sources) {
    const link = document.querySelector(`a[href="${url}"]`)
    expect(link?.getAttribute('rel')).toBe('noreferrer')
  }
})

test('the list names every device and the game, in the same order for strangers', async () => {
  playPrizePeg()
  renderApp('/help')
  await heading('Help')
  expect(devices()).toEqual([...GUIDES.map(({ name }) => name), 'The prize game'])
  expect(screen.queryByText('Your tablet')).toBeNull()
})

test('the tablets of the profile come first and are marked', async () => {
  signInAs('u1')
  serveProfile('Supernote, Scribe')
  renderApp('/help')
  expect(await screen.findAllByText('Your tablet')).toHaveLength(2)
  expect(devices().slice(0, 3)).toEqual([
    'SupernoteYour tablet',
    'Kindle ScribeYour tablet',
    'reMarkable',
  ])
})

test('nothing waits for the profile', async () => {
  signInAs('u1')
  serve({ '/query-profile': () => new Promise(() => {}) })
  renderApp('/help')
  await heading('Help')
  expect(devices()[0]).toBe('reMarkable')
})

test('a device that is not known has no page', async () => {
  renderApp('/help/abacus')
  expect(await screen.findByText('There is nothing at this address.')).toBeTruthy()
})

test('the foot turns the pages', async () => {
  playPrizePeg()
  const user = renderApp('/help/remarkable')
  expect(helpPages()).toHaveLength(7)
  for (const { title } of helpPages().slice(1)) {
    await user.click(await screen.findByRole('link', { name: title }))
    await heading(title)
  }
  await user.click(screen.getByRole('link', { name: 'All help' }))
  await heading('Help')
})

test('the way back to the form that is being filled in', async () => {
  renderApp('/help/boox')
  await heading('Help for Boox')
  expect(screen.queryByRole('link', { name: 'Back to your form' })).toBeNull()
  setStored({ bid: 'b1' })
  const back = await screen.findByRole('link', { name: 'Back to your form' })
  expect(back.getAttribute('href')).toBe('/book/contribute/post/hand/b1')
})

test('other ways are reached by keyboard', async () => {
  const user = renderApp('/help/remarkable')
  await heading('Help for reMarkable')
  const summaries = Array.from(document.querySelectorAll('summary'))
  const reached = new Set<Element | null>()
  for (let presses = 0; presses < 30; presses++) {
    await user.tab()
    reached.add(document.activeElement)
  }
  expect(summaries).toHaveLength(3)
  expect(summaries.filter((each) => !reached.has(each))).toEqual([])
})

test('what is folded is open on paper, but for the sources', async () => {
  renderApp('/help/remarkable')
  await heading('Help for reMarkable')
  const open = () => Array.from(document.querySelectorAll('details'), (each) => each.open)
  expect(open()).toEqual([false, false, false])
  window.dispatchEvent(new Event('beforeprint'))
  expect(open()).toEqual([true, true, false])
  window.dispatchEvent(new Event('afterprint'))
  expect(open()).toEqual([false, false, false])
})

test('printing is one press away', async () => {
  const print = vi.fn()
  vi.stubGlobal('print', print)
  const user = renderApp('/help/ipad')
  await user.click(await screen.findByRole('button', { name: 'Print this page' }))
  expect(print).toHaveBeenCalledOnce()
})

test('the game: its rules, what is won, and how a draw is checked', async () => {
  playPrizePeg({ reward: 'a book token' })
  renderApp('/help/prizepeg')
  await heading('The prize game')
  expect(screen.getByText(/it may win you a book token/)).toBeTruthy()
  expect(screen.queryByText(/Not every community/)).toBeNull()
  expect(screen.getByText(/up to 10 times/)).toBeTruthy()
  const draws = screen.getByRole('link', { name: 'Check the draws of a day' })
  expect(draws.getAttribute('href')).toBe('/prizepeg/draws')
  expect(address()).toBe('/help/prizepeg')
})

test('a guide says what the pegs are where there is a game', async () => {
  playPrizePeg()
  renderApp('/help/boox')
  await heading('Help for Boox')
  expect(screen.getByRole('link', { name: 'a game' }).getAttribute('href')).toBe('/help/prizepeg')
})
