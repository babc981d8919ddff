import type { components } from '../api/schema'

type Schemas = components['schemas']

export const TOPIC: Schemas['ListedTopicView'] = {
  id: 't1',
  name: 'Ink',
  code: 'ink',
  postCount: 4,
  latest: [],
}

/** A post of another member. */
export const post = (id: string, more: Partial<Schemas['PostView']> = {}): Schemas['PostView'] => ({
  id,
  uid: 'u2',
  topicId: TOPIC.id,
  topic: TOPIC,
  isActive: true,
  isHidden: false,
  createdAt: { _seconds: 1_780_000_000, _nanoseconds: 0 },
  author: { username: 'ana', name: 'Ana Ruiz' },
  caption: `Page ${id}`,
  alt: '',
  dataUrl: `/media/post/${id}.png`,
  thumbUrl: `/media/post/${id}-480.png`,
  width: 1200,
  height: 1600,
  thumbs: [480, 960].map((width) => ({
    width,
    height: (width * 4) / 3,
    webp: `/media/post/${id}-${width}.webp`,
    png: `/media/post/${id}-${width}.png`,
  })),
  likes: 12,
  comments: 0,
  liked: false,
  ...more,
})

export const threadPage = (...results: Schemas['PostView'][]): Schemas['ThreadPage'] => ({
  results,
  thread: { code: TOPIC.code, topic: TOPIC },
  total: TOPIC.postCount,
})

/** Handlers for the pages of a thread with a number of posts, `p1` the newest. */
export function pagesOf(count: number) {
  const posts = Array.from({ length: count }, (_, index) => post(`p${index + 1}`))
  return (_: unknown, query: URLSearchParams): [number, unknown] => {
    const limit = Number(query.get('limit'))
    const after = posts.findIndex(({ id }) => id === query.get('after')) + 1
    const from = query.has('page') ? (Number(query.get('page')) - 1) * limit : after
    return [200, { ...threadPage(...posts.slice(from, from + limit)), total: count }]
  }
}

/** A comment of another member. */
export const comment = (id: string, more: Partial<Schemas['CommentView']> = {}) => ({
  id,
  text: `Words ${id}`,
  uid: 'u3',
  pid: 'p1',
  createdAt: { _seconds: 1_780_000_000, _nanoseconds: 0 },
  user: { username: 'jo', name: 'Jo van Dyk' },
  ...more,
})
