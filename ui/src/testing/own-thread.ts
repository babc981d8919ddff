import { act, screen, waitFor } from '@testing-library/react'
import { expect } from 'vitest'
import type { renderApp } from './render-app'
import { refusal, serve } from './server'
import { post, TOPIC, threadPage } from './thread-fixtures'

export const LIST = '/api/thread/post/list/page'
export const NONE = 'No posts available for this topic.'

type Reply = [status: number, body?: unknown]

/** Serves a thread of the reader's own posts, `p1` the newest, which they can delete and restore. */
export function serveOwnThread(count: number) {
  const ids = Array.from({ length: count }, (_, index) => `p${index + 1}`)
  const removed = new Set<string>()
  const topic = () => ({ ...TOPIC, postCount: ids.length - removed.size })

  const ownPost = (id: string) =>
    post(id, {
      uid: 'u1',
      topic: topic(),
      createdAt: { _seconds: 1_780_000_000 - ids.indexOf(id), _nanoseconds: 0 },
    })

  function list(query: URLSearchParams): Reply {
    const limit = Number(query.get('limit'))
    const place = ids.indexOf(query.get('after') ?? '')
    const rest = ids.filter((id, index) => index > place && !removed.has(id))
    const from = query.has('page') ? (Number(query.get('page')) - 1) * limit : 0
    const posts = rest.slice(from, from + limit).map((id) => ownPost(id))
    const thread = { code: TOPIC.code, topic: topic() }
    return [200, { ...threadPage(...posts), thread, total: topic().postCount }]
  }

  const server = {
    list: list as (query: URLSearchParams) => Reply | Promise<Reply>,
    remove: (id: string): Reply | Promise<Reply> => {
      removed.add(id)
      return [204]
    },
  }
  const { calls } = serve({
    '/api/topics': (_, query) => [200, query.has('code') ? topic() : [topic()]],
    '/api/usr/posts': () => [200, []],
    [LIST]: (_, query) => server.list(query),
    ...Object.fromEntries(
      ids.flatMap((id) => [
        [`/api/posts/remove/${id}`, () => server.remove(id)],
        [
          `/api/posts/restore/${id}`,
          () => {
            removed.delete(id)
            return [204] as Reply
          },
        ],
      ]),
    ),
  })
  return {
    lists: () => calls.filter(({ path }) => path === LIST).length,
    /** Holds the lists that are requested from now on; returns a function that releases them. */
    holdLists: () => {
      const held = hold()
      server.list = (query) => held.until.then(() => list(query))
      return held.release
    },
    /** Holds deletions in the same way. */
    holdDeletions: () => {
      const held = hold()
      const { remove } = server
      server.remove = (id) => held.until.then(() => remove(id))
      return held.release
    },
    refuseDeletions: () => {
      server.remove = () => [403, refusal('denied', 'You cannot delete this.')]
    },
    /** Fails the lists that are requested from now on; returns a function that ends that. */
    breakLists: () => {
      server.list = () => [500, refusal('internal', 'Broken.')]
      return () => {
        server.list = list
      }
    },
  }
}

function hold() {
  let open = () => {}
  const until = new Promise<void>((resolve) => {
    open = resolve
  })
  return { until, release: () => act(async () => open()) }
}

const names = () =>
  screen.queryAllByRole('article').map((card) => card.querySelector('h2')?.textContent)

const pages = (...numbers: number[]) => numbers.map((number) => `Page p${number}`)

/** Waits until exactly these posts are shown, by their numbers. */
export const shown = (...numbers: number[]) =>
  waitFor(() => expect(names()).toEqual(pages(...numbers)))

/** Deletes posts as their owner does. */
export async function remove(user: ReturnType<typeof renderApp>, ...ids: string[]) {
  for (const id of ids) {
    await user.click(screen.getByRole('button', { name: `Delete “Page ${id}”` }))
  }
}
