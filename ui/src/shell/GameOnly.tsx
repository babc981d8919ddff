import type { ReactNode } from 'react'
import { serverConfig } from '../lib/server-config'
import { NotFoundPage } from './NotFoundPage'

/** Where no game is played there is nothing at its addresses. */
export function GameOnly({ children }: { children: ReactNode }) {
  return serverConfig.playsPrizePeg ? children : <NotFoundPage />
}
