import { useProfile } from '../../api/profiles'
import { serverConfig } from '../../lib/server-config'
import { paths } from '../../paths'
import { ForEveryTablet } from './ForEveryTablet'
import { GUIDES, PRIZE_GAME } from './guides/all'
import type { Guide } from './guides/guide'
import styles from './HelpIndex.module.css'
import { HelpSheet } from './HelpSheet'
import { PegBoard } from './PegBoard'
import { Tile } from './Tile'

/**
 * The member's own tablets first, in the document as on the screen, so that they are also the first
 * that a keyboard reaches. The profile may come after the list: tiles then change places, once, but
 * the mark takes no room, so that nothing around them moves.
 */
function ownFirst(preferred: string): { guide: Guide; own: boolean }[] {
  const chosen = preferred.split(',').map((each) => each.trim())
  const all = GUIDES.map((guide) => ({
    guide,
    own: guide.tablet !== undefined && chosen.includes(guide.tablet),
  }))
  return [...all.filter(({ own }) => own), ...all.filter(({ own }) => !own)]
}

export function HelpIndex() {
  const tablets = ownFirst(useProfile()?.preferredTablets ?? '')
  return (
    <HelpSheet
      title="Help"
      lead="How to get a form onto your tablet, write on it, and hand it in. Each page prints on one sheet."
    >
      <div className={styles.index}>
        <section aria-labelledby="devices">
          <h2 id="devices">What do you write on?</h2>
          <ul className={`cards ${styles.tiles}`}>
            {tablets.map(({ guide: { page, name, models, drawing: Device }, own }) => (
              <li key={page}>
                <Tile href={paths.helpFor(page)} name={name} drawing={<Device />} own={own}>
                  {models}
                </Tile>
              </li>
            ))}
          </ul>
          {serverConfig.playsPrizePeg && (
            <div className={styles.game}>
              <Tile
                href={paths.helpFor(PRIZE_GAME.page)}
                name={PRIZE_GAME.title}
                drawing={<PegBoard />}
                wide
              >
                The grid of pegs on page two: how to mark one, and how anybody can check a draw.
              </Tile>
            </div>
          )}
        </section>
        <ForEveryTablet />
      </div>
    </HelpSheet>
  )
}
