import { useQuery } from '@tanstack/react-query'
import { api, call } from '../../api/client'
import type { components } from '../../api/schema'

export type ExtractionProgress = components['schemas']['ReadingProgressView']

/** Interval for polling the progress of long files, in milliseconds. Most forms are done before the first poll. */
const POLL_INTERVAL_MS = 1000

const UNKNOWN: ExtractionProgress = { step: 'none', page: 0, pages: 0 }

/** Progress of the server with an uploaded form, polled while it works. */
export function useExtractionProgress(
  name: string | undefined,
  isArrived: boolean,
): ExtractionProgress {
  const { data } = useQuery({
    queryKey: ['extraction', name],
    queryFn: () =>
      call(api.GET('/api/extract/{name}', { params: { path: { name: name as string } } })),
    enabled: name !== undefined && isArrived,
    initialData: UNKNOWN,
    staleTime: POLL_INTERVAL_MS,
    refetchInterval: POLL_INTERVAL_MS,
    refetchOnWindowFocus: false,
    retry: false,
    gcTime: 0,
  })
  return data
}

/** Label of the current work and its progress in percent; undefined percent if the end is unknown. */
export function describeProgress({ step, page, pages }: ExtractionProgress) {
  if (step === 'queued') return { work: 'Waiting for other uploads' }
  if (pages < 2) return { work: 'Reading your handwriting' }
  const work =
    step === 'searching'
      ? `Looking for your form: page ${page} of ${pages}`
      : `Reading your handwriting: page ${page} of ${pages}`
  return { work, percent: Math.round((page / pages) * 100) }
}
