import { Page } from '../../ui/Page'
import { Actions } from './Actions'
import { Colours } from './Colours'
import { DisplaySwitch } from './DisplaySwitch'
import { Drawings } from './Drawings'
import { Fields } from './Fields'
import { Messages } from './Messages'
import { Navigation } from './Navigation'
import { Pictures } from './Pictures'
import styles from './StyleGuidePage.module.css'
import { Surfaces } from './Surfaces'
import { Type } from './Type'

/** Every part of the interface in every state, for those who build it. Not in production builds. */
export function StyleGuidePage() {
  return (
    <Page
      title="Style guide"
      lead="Folded paper, iron-gall ink, one red seal: every part in every state."
    >
      <div className={styles.switch}>
        <DisplaySwitch />
      </div>
      <div className={styles.sections}>
        <Colours />
        <Type />
        <Actions />
        <Fields />
        <Navigation />
        <Messages />
        <Surfaces />
        <Pictures />
        <Drawings />
      </div>
    </Page>
  )
}
