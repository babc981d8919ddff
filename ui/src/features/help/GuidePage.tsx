import { Card } from '../../ui/Card'
import { Page } from '../../ui/Page'
import styles from './GuidePage.module.css'
import { GuideSteps } from './GuideSteps'
import type { Guide } from './guides/guide'
import { HelpFoot } from './HelpFoot'
import { HelpHead } from './HelpHead'
import { Sources } from './Sources'
import { Stamp } from './Stamp'

/** One device's sheet: what people print and lay beside the tablet. */
export function GuidePage({ guide }: { guide: Guide }) {
  const { page, title, lead, drawing: Device, checked, sources } = guide
  return (
    <Page title={title} ownHeading>
      <div className={styles.guide}>
        <HelpHead title={title} lead={lead} drawing={<Device />} />
        <Card>
          <GuideSteps guide={guide} />
        </Card>
        <div className={styles.end}>
          <Sources sources={sources} />
          <Stamp {...checked} />
        </div>
        <HelpFoot page={page} />
      </div>
    </Page>
  )
}
