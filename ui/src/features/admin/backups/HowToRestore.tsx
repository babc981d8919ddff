import { CodeBlock } from '../../../ui/CodeBlock'
import { cx } from '../../../ui/cx'
import styles from './HowToRestore.module.css'
import type { Backup } from './queries'

interface HowToRestoreProps {
  folder: string
  youngest: Backup | undefined
}

/** What is done on the server itself: a community that is served cannot be replaced. */
export function HowToRestore({ folder, youngest }: HowToRestoreProps) {
  const path = `${folder}/${youngest?.name ?? 'NAME'}`
  const key = youngest?.encrypted ? ' --identity KEY' : ''
  return (
    <section className={cx('stack', styles.restore)} aria-labelledby="restore">
      <h2 id="restore">Restore a backup</h2>
      <p className="prose">
        This is done in a terminal on the server, and not from here. Stop the server, then put back
        the backup that you want{youngest && ', such as the youngest'}:
      </p>
      <CodeBlock>{`inkfold restore ${/\s/.test(path) ? `"${path}"` : path}${key}`}</CodeBlock>
      {key && (
        <p className="prose">
          It is encrypted: <code>KEY</code> is the file of a key that opens it.
        </p>
      )}
      <p className="prose">
        It is read from beginning to end before anything is touched: a damaged one changes nothing.
        What was there is kept in a folder of its own until you remove it. Then start the server
        again. Everybody signs in anew.
      </p>
      <p className="prose">
        Read one again now and then, for cards and sticks forget: <code>inkfold backup verify</code>
        . More is in the documentation, under “Backup and restore”.
      </p>
    </section>
  )
}
