import { expect, test } from 'vitest'
import { localPath, paths } from './paths'

test.each([
  ['book/contribute/post/hand/b1', '/book/contribute/post/hand/b1'],
  ['/activate/posts', '/activate/posts'],
  ['library?topic=1', '/library?topic=1'],
  ['https://evil.example/x', '/https://evil.example/x'],
  ['//evil.example/x', '/evil.example/x'],
  ['\\\\evil.example', '/evil.example'],
  ['/\\evil.example', '/evil.example'],
  ['javascript:alert(1)', '/javascript:alert(1)'],
  ['/..//evil.example/x', '/evil.example/x'],
  ['.//.\\/evil.example', '/evil.example'],
  ['/\t/evil.example', '/'],
])('after sign-in %j leads to %j', (last, path) => {
  expect(localPath(last)).toBe(path)
})

test('without a page to come back to there is none', () => {
  expect(localPath(null)).toBeUndefined()
  expect(localPath('')).toBeUndefined()
})

test('every page on the way in carries the page to come back to', () => {
  const last = '/library?q=a&b'
  expect([
    paths.signUpFor(last),
    paths.signUpProfileFor(last),
    paths.forgotPasswordFor(last),
    paths.tabletSignInFor(last),
    paths.signUpFor(undefined),
  ]).toEqual([
    '/signup?last=library%3Fq%3Da%26b',
    '/signup/profile?last=library%3Fq%3Da%26b',
    '/forgot-password?last=library%3Fq%3Da%26b',
    '/signin/tablet?last=library%3Fq%3Da%26b',
    '/signup',
  ])
})

test('sign-in carries the page to come back to legibly', () => {
  expect(paths.signIn({ last: '/book/contribute/post/hand/b1' })).toBe(
    '/signin?last=book/contribute/post/hand/b1',
  )
  expect(paths.signIn({ last: '/a?b=c&d' })).toBe('/signin?last=a%3Fb%3Dc%26d')
})
