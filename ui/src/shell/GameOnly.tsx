import type { ReactNode } from 'react'
import { serverConfig } from '../lib/server-config'
import { NotFoundPage } from './NotFoundPage'

/** Shows its children where the game is played; otherwise the not-found page. */
export function GameOnly({ children }: { children: ReactNode }) {
  return serverConfig.playsPrizePeg ? children : <NotFoundPage />
}
