import { Suspense, useMemo, useState } from 'react'
import { useLocation } from 'wouter'
import { lazyPage } from '../lazy-page'
import { useSession } from '../lib/session'
import { useShortcuts } from '../lib/shortcuts'
import { words } from '../locales/en'
import { paths } from '../paths'
import { Dialog } from '../ui/Dialog'
import styles from './ShortcutsDialog.module.css'

const ModeratorsOnly = lazyPage(async () => (await import('./RoleLinks')).ModeratorsOnly)

const PLACES: Record<string, string> = {
  '/': paths.search,
  'g h': paths.home,
  'g l': paths.library,
  'g t': paths.threads,
}

const MEANINGS: [keys: string, meaning: string][] = [
  ['/', words.shortcuts.search],
  ['g h', words.shortcuts.home],
  ['g l', words.shortcuts.library],
  ['g t', words.shortcuts.threads],
  ['j', words.shortcuts.nextPost],
  ['k', words.shortcuts.previousPost],
  ['l', words.shortcuts.like],
  ['c', words.shortcuts.comment],
  ['?', words.shortcuts.help],
]

const OF_MODERATORS: typeof MEANINGS = [
  ['j', words.shortcuts.nextReport],
  ['k', words.shortcuts.previousReport],
  ['h', words.shortcuts.hide],
  ['s', words.shortcuts.show],
  ['r', words.shortcuts.remove],
]

/** Keyboard shortcuts of the shell, and a dialog that lists them. */
export function ShortcutsDialog() {
  const [open, setOpen] = useState(false)
  const session = useSession()
  const [, navigate] = useLocation()
  const actions = useMemo(() => {
    const go = ([keys, path]: [string, string]) => [keys, () => navigate(path)]
    const places = Object.fromEntries(Object.entries(PLACES).map(go))
    return { ...places, '?': () => setOpen(true) }
  }, [navigate])
  useShortcuts(actions)

  if (!open) return null
  return (
    <Dialog title={words.shortcuts.title} onClose={() => setOpen(false)}>
      <div className="stack">
        <dl className={styles.keys}>
          <Shortcuts meanings={MEANINGS} />
          {session && (
            <Suspense>
              <ModeratorsOnly>
                <Shortcuts meanings={OF_MODERATORS} />
              </ModeratorsOnly>
            </Suspense>
          )}
        </dl>
        <p className="meta">{words.shortcuts.off}</p>
      </div>
    </Dialog>
  )
}

function Shortcuts({ meanings }: { meanings: typeof MEANINGS }) {
  return meanings.map(([keys, meaning]) => (
    <div key={meaning} className={styles.row}>
      <dt>
        <kbd>{keys}</kbd>
      </dt>
      <dd>{meaning}</dd>
    </div>
  ))
}
