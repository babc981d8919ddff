import { Card } from '../../ui/Card'
import { CheckedOn } from './CheckedOn'
import styles from './GuidePage.module.css'
import { GuideSteps } from './GuideSteps'
import type { Guide } from './guides/guide'
import { HelpSheet } from './HelpSheet'
import { Sources } from './Sources'

/** One device's sheet: what people print and lay beside the tablet. */
export function GuidePage({ guide }: { guide: Guide }) {
  const { page, title, lead, drawing: Device, checked, sources } = guide
  return (
    <HelpSheet title={title} lead={lead} drawing={<Device />} page={page}>
      <Card>
        <GuideSteps guide={guide} />
      </Card>
      <div className={styles.end}>
        <Sources sources={sources} />
        <CheckedOn {...checked} />
      </div>
    </HelpSheet>
  )
}
