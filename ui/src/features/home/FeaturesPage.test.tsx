import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { community } from '../../lib/community'
import { serve } from '../../testing/server'
import { visit } from '../../testing/visit'

test.each([true, false])('a mail is promised only where mail is sent (%s)', async (sendsMail) => {
  vi.spyOn(community, 'sendsMail', 'get').mockReturnValue(sendsMail)
  serve({})
  visit('/features')
  const words = await screen.findByText(/Once a book has enough answers/)
  expect(words.textContent?.includes('Everyone who wrote in it gets a mail.')).toBe(sendsMail)
  expect(words.textContent).toMatch(/under your answer\. .*What arrives later goes into/)
})
