import { useState } from 'react'
import { chooseDisplay, displayIsChosen } from '../lib/display'
import { words } from '../locales/en'
import { Button } from '../ui/Button'
import styles from './Shell.module.css'

const E_READERS = /Kindle|Kobo|Tolino|PocketBook|eReader|BOOX|Onyx/i

/** Media queries find some e-ink screens; the browser's name finds the ones that do not know these queries. */
const looksLikeInk = () =>
  E_READERS.test(navigator.userAgent) || window.matchMedia('(update: slow), (monochrome)').matches

/** Offers paper display where it may help, until it is answered: either answer is kept. */
export function PaperOffer() {
  const [open, setOpen] = useState(() => !displayIsChosen() && looksLikeInk())
  if (!open) return null
  const choose = (display: 'paper' | 'screen') => {
    chooseDisplay(display)
    setOpen(false)
  }
  return (
    <aside className={styles.offer} aria-label={words.display.title}>
      <p>{words.display.offer}</p>
      <div className="row">
        <Button look="primary" onClick={() => choose('paper')}>
          {words.display.accept}
        </Button>
        <Button look="quiet" onClick={() => choose('screen')}>
          {words.display.decline}
        </Button>
      </div>
    </aside>
  )
}
