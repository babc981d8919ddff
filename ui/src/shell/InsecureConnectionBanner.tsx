import { isInsecureOrigin } from '../lib/insecure-origin'
import { Banner } from '../ui/Banner'
import { classes } from '../ui/classes'
import { words } from './error-texts'
import styles from './Shell.module.css'

/** Tells admins that others can read along: what they may do, whoever listens may do next. */
export function InsecureConnectionBanner() {
  if (!isInsecureOrigin(window.location)) return null
  return (
    <div className={classes(styles.openWay, 'screen-only')}>
      <Banner tone="warn">
        <p>
          <strong>{words.openWay.title}</strong> {words.openWay.why}
        </p>
        <p>{words.openWay.what}</p>
      </Banner>
    </div>
  )
}
