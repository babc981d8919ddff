import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { components } from '../../../api/schema'
import { upload } from '../../../api/upload'
import { prizeKeys, prizeUrl } from '../../../entities/prize/queries'
import { serverConfig } from '../../../lib/server-config'
import { useMember } from '../../../lib/session'

/** Response of the server about the grid. */
type ReadPegs = components['schemas']['ReadPegs']

/** File in this browser, with the random name that its play and its submission share. */
export interface Source {
  file: File
  token: string
}

/** Position of the grid on every form. */
const GRID = { left: 750, top: 1245, width: 500, height: 490, viewportWidth: 1404 }

/** State of a play. */
export type PegReading =
  /** The game is not played here. */
  | { step: 'disabled' }
  /** A phone has sent the form, so this browser has no file to read the pegs from. */
  | { step: 'from-phone' }
  | { step: 'loading' }
  | { step: 'failed'; error: Error; again(): void }
  /** The wins of today have been given out. */
  | { step: 'limit' }
  /** The form has no grid. */
  | { step: 'no-grid' }
  | {
      step: 'read'
      marks: string
      words: string
      /** Undefined if no peg is marked. */
      play: string | undefined
      /** Whether the picture has been rendered. */
      shown: boolean
      onShown(): void
    }

/** Reads the pegs of a file, once, with the number of credits that were found. */
export function usePegReading(
  bid: string,
  source: Source | undefined,
  credits: number,
): PegReading {
  const { email } = useMember()
  const [shown, setShown] = useState<string>()
  const reading = useQuery({
    queryKey: prizeKeys.pegs(source?.token),
    queryFn: ({ signal }) => {
      const form = new FormData()
      form.append('file', source?.file as File)
      for (const [name, value] of Object.entries(GRID)) form.append(name, String(value))
      form.append('email', email)
      form.append('credit', String(credits))
      form.append('bid', bid)
      const headers = { 'session-token': source?.token ?? '' }
      return upload<ReadPegs>(prizeUrl('/process-pdf'), form, { signal, headers })
    },
    enabled: serverConfig.playsPrizePeg && source !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  })
  if (!serverConfig.playsPrizePeg) return { step: 'disabled' }
  if (!source) return { step: 'from-phone' }
  const { data, error, refetch } = reading
  if (error) return { step: 'failed', error, again: () => void refetch() }
  if (!data) return { step: 'loading' }
  if (data.reachedMaxDailyWins) return { step: 'limit' }
  const { marks, words } = data.dirty.display
  if (!marks) return { step: 'no-grid' }
  const [play, token] = [data.play ?? undefined, source.token]
  return {
    step: 'read',
    marks,
    words,
    play,
    shown: shown === token,
    onShown: () => setShown(token),
  }
}
