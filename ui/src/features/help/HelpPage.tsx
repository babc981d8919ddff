import { serverConfig } from '../../lib/server-config'
import { NotFoundPage } from '../../shell/ErrorPages'
import { GuidePage } from './GuidePage'
import { GUIDES, PRIZE_GAME } from './guides/all'
import { HelpIndex } from './HelpIndex'
import { PrizePegPage } from './PrizePegPage'

/** All help pages in one chunk, so that turning pages loads nothing. */
export function HelpPage({ device }: { device: string | undefined }) {
  if (!device) return <HelpIndex />
  if (device === PRIZE_GAME.page && serverConfig.playsPrizePeg) return <PrizePegPage />
  const guide = GUIDES.find(({ page }) => page === device)
  return guide ? <GuidePage guide={guide} /> : <NotFoundPage />
}
