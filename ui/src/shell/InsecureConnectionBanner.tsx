import { isInsecureOrigin } from '../lib/insecure-origin'
import { words } from '../locales/en'
import { Banner } from '../ui/Banner'
import { cx } from '../ui/cx'
import styles from './Shell.module.css'

/** Tells admins that others can read along: what they may do, whoever listens may do next. */
export function InsecureConnectionBanner() {
  if (!isInsecureOrigin(window.location)) return null
  return (
    <div className={cx(styles.openWay, 'screen-only')}>
      <Banner tone="warn">
        <p>
          <strong>{words.openWay.title}</strong> {words.openWay.why}
        </p>
        <p>{words.openWay.what}</p>
      </Banner>
    </div>
  )
}
