import type { ReactNode } from 'react'
import { type Pose, Upload } from '../../ui/drawings/devices'
import { Disclosure } from './Disclosure'
import styles from './GuideSteps.module.css'
import type { Guide, GuideStep, OtherWay } from './guides/guide'

const FROM_MAKER = 'From the maker’s pages, not on a device of ours.'

const POSES: readonly Pose[] = ['receiving', 'writing', 'giving']

/** The ink is judged after the export, before anybody uploads a blank page. */
const EXPORT = 2
const UPLOAD = 3

/** The four steps, with the reader's own device drawn in each. */
export function GuideSteps({ guide }: { guide: Guide }) {
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
                on the page, go on. If the page is blank, {guide.noInk}
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
      <Disclosure summary={ways.length > 1 ? 'Other ways' : 'Another way'} about={step}>
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
