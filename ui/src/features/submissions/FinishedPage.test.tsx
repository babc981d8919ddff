import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { community } from '../../lib/community'
import { serve } from '../../testing/server'
import { visit } from '../../testing/visit'

const MAIL = /We will send you an email/

test('whoever has submitted hears how to learn that the entries are live', async () => {
  serve({})
  visit('/finished/skip')
  expect(await screen.findByText(MAIL)).toBeTruthy()
})

test('where no mail is sent, none is promised', async () => {
  vi.spyOn(community, 'sendsMail', 'get').mockReturnValue(false)
  serve({})
  visit('/finished/skip')
  expect(await screen.findByText(/look into the library now and then/)).toBeTruthy()
  expect(screen.queryByText(MAIL)).toBeNull()
})
