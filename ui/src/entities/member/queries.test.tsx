import { act, renderHook, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { QueryProvider } from '../../api/QueryProvider'
import { queryClient, resetQueryClient } from '../../api/query-client'
import { serverConfig } from '../../lib/server-config'
import { signInAs } from '../../testing/render-app'
import { serve } from '../../testing/server'
import { type MailNames, memberKeys, useMailNames, useReplaceMailAddress } from './queries'

const namesWith = (name: string): MailNames => ({
  open: null,
  secret: { name, since: { _seconds: 0, _nanoseconds: 0 } },
})
const OLD = namesWith('mara+aaaabbbbccccdddd')
const NEW = namesWith('mara+eeeeffffgggghhhh')

test('a replaced mail address survives a late response to an earlier refetch', async () => {
  signInAs('u1')
  resetQueryClient()
  vi.spyOn(serverConfig, 'postHost', 'get').mockReturnValue('post.example.org')
  let answerLate = () => {}
  const late = new Promise<[number, MailNames]>((resolve) => {
    answerLate = () => resolve([200, OLD])
  })
  const responses = [[200, OLD] as [number, MailNames], late]
  serve({
    '/api/mail-address/u1': (_body, _query, method) =>
      method === 'POST' ? [201, NEW] : (responses.shift() ?? [200, NEW]),
  })
  const { result } = renderHook(
    () => ({ names: useMailNames(), replace: useReplaceMailAddress('u1', () => {}) }),
    { wrapper: QueryProvider },
  )
  await waitFor(() => expect(result.current.names).toEqual(OLD))

  const queryKey = memberKeys.inboundAddress('u1')
  void queryClient().refetchQueries({ queryKey })
  await act(() => result.current.replace.mutateAsync())
  await act(async () => answerLate())
  await waitFor(() => expect(queryClient().isFetching({ queryKey })).toBe(0))
  expect(result.current.names).toEqual(NEW)
})
