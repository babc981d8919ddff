import { serverConfig } from '../../../lib/server-config'
import type { HelpPage } from '../../../paths'
import { boox } from './boox'
import type { Guide } from './guide'
import { ipad } from './ipad'
import { mobile } from './mobile'
import { remarkable } from './remarkable'
import { scribe } from './scribe'
import { supernote } from './supernote'

/** In the order in which they are listed and turned over. */
export const GUIDES: readonly Guide[] = [remarkable, supernote, boox, scribe, ipad, mobile]

export const PRIZE_GAME = { page: 'prizepeg', title: 'The prize game' } as const

/** Every help page, in the order of their foot links. */
export const helpPages = (): readonly { page: HelpPage; title: string }[] =>
  serverConfig.playsPrizePeg ? [...GUIDES, PRIZE_GAME] : GUIDES
