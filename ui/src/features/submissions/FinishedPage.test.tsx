import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { serverConfig } from '../../lib/server-config'
import { renderApp } from '../../testing/render-app'
import { serve } from '../../testing/server'

const MAIL = /We will send you an email/

test('whoever has submitted hears how to learn that the entries are live', async () => {
  serve({})
  renderApp('/finished/skip')
  expect(await screen.findByText(MAIL)).toBeTruthy()
})

test('where no mail is sent, none is promised', async () => {
  vi.spyOn(serverConfig, 'sendsMail', 'get').mockReturnValue(false)
  serve({})
  renderApp('/finished/skip')
  expect(await screen.findByText(/Check the library now and then/)).toBeTruthy()
  expect(screen.queryByText(MAIL)).toBeNull()
})
