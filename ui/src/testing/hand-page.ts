import { screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect } from 'vitest'
import { BOOK, NO_MEMOS, QUESTIONS } from './fixtures'
import { FakeUpload, serve } from './server'

export const HERE = '/book/contribute/post/hand/b1'
export const RECT = { top: 204, left: 126, width: 560, height: 438 }
/** Extraction of a form with two answers. */
export const READ = {
  dirtyIndices: [0, 2],
  rects: [RECT, RECT],
  memos: ['iVBORsmell', 'iVBORletter'],
  labels: [QUESTIONS[0], QUESTIONS[2]],
  page: 2,
  picks: [],
  formId: 'f1',
  confidence: 0.96,
  checks: [],
  doubtfulIndices: [],
}

/** Serves a book with three questions and no answers. */
export const serveBook = (more: Parameters<typeof serve>[0] = {}) =>
  serve({
    '/api/book': () => [200, BOOK],
    '/api/questions': () => [200, QUESTIONS],
    '/api/memo/usr/count': () => [200, NO_MEMOS],
    '/api/memo/list': () => [200, []],
    ...more,
  })

/** Chooses a file. Returns its upload. */
export async function add(user: UserEvent, file: File): Promise<FakeUpload> {
  await user.upload(await screen.findByLabelText(/Choose your PDF or PNG/), file)
  await waitFor(() => expect(FakeUpload.last?.form?.get('pdf')).toBe(file))
  return FakeUpload.last as FakeUpload
}

export const pdf = () => new File(['%PDF'], 'page.pdf', { type: 'application/pdf' })
