import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { serverConfig } from '../../lib/server-config'
import { renderApp } from '../../testing/render-app'
import { serve } from '../../testing/server'

test.each([true, false])('a mail is promised only where mail is sent (%s)', async (sendsMail) => {
  vi.spyOn(serverConfig, 'sendsMail', 'get').mockReturnValue(sendsMail)
  serve({})
  renderApp('/features')
  const words = await screen.findByText(/Once a book has enough answers/)
  expect(words.textContent?.includes('Everyone who wrote in it gets an email.')).toBe(sendsMail)
  expect(words.textContent).toMatch(/under your answer\. .*Later answers go into/)
})
