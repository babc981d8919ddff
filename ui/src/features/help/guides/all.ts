import { serverConfig } from '../../../lib/server-config'
import type { HelpPage } from '../../../paths'
import { boox } from './boox'
import type { Guide } from './guide'
import { ipad } from './ipad'
import { mobile } from './mobile'
import { remarkable } from './remarkable'
import { scribe } from './scribe'
import { supernote } from './supernote'

/** Guides in the order of the index and of the foot links. */
export const GUIDES: readonly Guide[] = [remarkable, supernote, boox, scribe, ipad, mobile]

export const PRIZE_GAME = { page: 'prizepeg', title: 'The prize game' } as const

/** All help pages in the order of their foot links. */
export const helpPages = (): readonly { page: HelpPage; title: string }[] =>
  serverConfig.playsPrizePeg ? [...GUIDES, PRIZE_GAME] : GUIDES
