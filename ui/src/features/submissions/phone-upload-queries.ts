import { useMutation, useQuery } from '@tanstack/react-query'
import { api, call } from '../../api/client'
import { ApiError } from '../../api/error'
import type { components } from '../../api/schema'
import { useUpload } from '../../api/use-upload'

type HandedOver = components['schemas']['HandedOver']

/** How often a tablet asks what has become of its code, in milliseconds. */
const POLL_INTERVAL_MS = 2000

/** A new code for this tablet; an earlier one is void. */
export const useOpenHandOver = (bid: string) =>
  useMutation({ mutationFn: () => call(api.POST('/api/hand-over', { body: { bid } })) })

const isOver = (error: unknown) => error instanceof ApiError && error.status === 404

/** What has become of a code. What was read is answered once, so nobody asks again after that. */
export function useHandOver(code: string) {
  return useQuery({
    queryKey: ['hand-over', code],
    queryFn: () => call(api.GET('/api/hand-over/{code}', { params: { path: { code } } })),
    refetchInterval: ({ state }) =>
      state.data?.step === 'read' || isOver(state.error) ? false : POLL_INTERVAL_MS,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}

/** The book whose form a tablet waits for. */
export const useHandOverBook = (code: string) =>
  useQuery({
    queryKey: ['hand-over', code, 'book'],
    queryFn: () => call(api.GET('/api/hand-over/{code}/book', { params: { path: { code } } })),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Sends a form to the tablet that waits for it. */
export const useSendHandOver = (code: string) =>
  useUpload<HandedOver, { file: File }>({
    path: `/api/hand-over/${encodeURIComponent(code)}/file`,
    arrivesOnce: true,
    formOf: ({ file }) => {
      const form = new FormData()
      form.append('file', file)
      return form
    },
  })
