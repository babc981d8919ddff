import type { ReactNode } from 'react'
import { formatDay, plural } from '../../lib/format'
import { Card } from '../../ui/Card'
import { Disclosure } from '../../ui/Disclosure'
import { type Pose, Upload } from '../../ui/illustrations/devices'
import styles from './GuidePage.module.css'
import type { Guide, GuideStep, OtherWay, Source } from './guides/guide'
import { HelpLayout } from './HelpLayout'

/** Guide for one device, to read or print. */
export function GuidePage({ guide }: { guide: Guide }) {
  const { page, title, lead, drawing: Device, checked, sources } = guide
  return (
    <HelpLayout title={title} lead={lead} drawing={<Device />} page={page}>
      <Card>
        <GuideSteps guide={guide} />
      </Card>
      <div className={styles.end}>
        <Sources sources={sources} />
        <CheckedOn {...checked} />
      </div>
    </HelpLayout>
  )
}

function CheckedOn({ on, software }: Guide['checked']) {
  return (
    <div className={styles.stamp}>
      <p className={styles.day}>
        <time dateTime={on}>{formatDay(new Date(on), 'UTC')}</time>
      </p>
      {software && <p>{software}</p>}
      <p>Checked against what makers and owners wrote, not on our own device.</p>
    </div>
  )
}

const KINDS: readonly { by: Source['by']; title: string }[] = [
  { by: 'maker', title: 'The maker’s own pages, as cited by others' },
  { by: 'others', title: 'Reports by other owners' },
]

/** Sources of a guide, to check them again after an update. Nothing is loaded from them. */
function Sources({ sources }: { sources: readonly Source[] }) {
  return (
    <Disclosure summary="Sources" print="leave-out">
      <dl className={styles.kinds}>
        {KINDS.map(({ by, title }) => {
          const found = sources.filter((source) => source.by === by)
          return found.length > 0 && <Kind key={by} title={title} sources={found} />
        })}
      </dl>
    </Disclosure>
  )
}

function Kind({ title, sources }: { title: string; sources: readonly Source[] }) {
  return (
    <div>
      <dt className={styles.kind}>{title}</dt>
      {sources.map(({ title, url }) => (
        <dd key={url} className={styles.source}>
          {title}
          <br />
          <a href={url} rel="noreferrer">
            {url.replace('https://', '')}
          </a>
        </dd>
      ))}
    </div>
  )
}

const FROM_MAKER = 'From the maker’s pages, not tried on our own device.'

const POSES: readonly Pose[] = ['receiving', 'writing', 'giving']

/** Index of the step that explains missing ink, before a blank page is uploaded. */
const EXPORT = 2
const UPLOAD = 3

/** The four steps, each with a drawing of the device. */
function GuideSteps({ guide }: { guide: Guide }) {
  const Device = guide.drawing
  return (
    <ol>
      {guide.steps.map((step, index) => (
        <li key={step.title} className={styles.step}>
          <div className={styles.picture}>
            {index === UPLOAD ? <Upload /> : <Device pose={step.pose ?? POSES[index]} />}
          </div>
          <StepText step={step} number={index + 1}>
            {index === EXPORT && (
              <p className={styles.check}>
                <strong>Did it work?</strong> Open the file on a phone or computer. If your ink is
                on the page, continue. {guide.noInk}
              </p>
            )}
          </StepText>
          {step.otherWays && <OtherWays step={step.title} ways={step.otherWays} />}
        </li>
      ))}
    </ol>
  )
}

interface StepTextProps {
  step: GuideStep
  number: number
  children: ReactNode
}

function StepText({ step, number, children }: StepTextProps) {
  return (
    <div className={styles.text}>
      <h2 className={styles.title}>
        <span className={styles.number}>{number}</span> {step.title}
      </h2>
      <ol className={styles.actions}>
        {step.actions.map((action, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the actions of a guide never change places.
          <li key={index}>{action}</li>
        ))}
      </ol>
      {step.hint && <p className={styles.hint}>{step.hint}</p>}
      {step.fromMaker && <p className="meta">{FROM_MAKER}</p>}
      {children}
    </div>
  )
}

function OtherWays({ step, ways }: { step: string; ways: readonly OtherWay[] }) {
  return (
    <div className={styles.others}>
      <Disclosure summary={plural(ways.length, 'Another way', 'Other ways')} about={step}>
        <dl className={styles.ways}>
          {ways.map(({ name, how, fromMaker }) => (
            <div key={name}>
              <dt className={styles.way}>{name}</dt>
              <dd className={styles.how}>
                {how}
                {fromMaker && <span className="meta"> {FROM_MAKER}</span>}
              </dd>
            </div>
          ))}
        </dl>
      </Disclosure>
    </div>
  )
}
