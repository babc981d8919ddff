import type { ReactNode } from 'react'
import type { HelpPage } from '../../../paths'
import type { Device, Pose } from '../../../ui/illustrations/devices'

/** The pages that lead through the same four steps; the game has a page of its own kind. */
export type GuidePage = Exclude<HelpPage, 'prizepeg'>

export interface OtherWay {
  /** When it is the better way: what one needs for it. */
  name: string
  how: ReactNode
  /** As with {@link GuideStep.fromMaker}. */
  fromMaker?: true
}

export interface GuideStep {
  title: string
  /** How the device is drawn, if not as its place among the steps suggests. */
  pose?: Pose
  /** One thing to do each, in order; what is pressed or typed stands in `<strong>`. */
  actions: readonly ReactNode[]
  /** What commonly goes wrong here. */
  hint?: ReactNode
  otherWays?: readonly OtherWay[]
  /** Known from the maker's pages alone: nobody whom we can name has tried it. */
  fromMaker?: true
}

export interface Source {
  title: string
  url: string
  /** Makers say how it should be; others how they found it. */
  by: 'maker' | 'others'
}

/** One device from the blank form to the upload. The types see to it that nothing is missing. */
export interface Guide {
  page: GuidePage
  title: string
  /** In lists. */
  name: string
  models: string
  /** What a member's profile calls it, if it can be chosen there. */
  tablet?: string
  lead: string
  drawing: Device
  /** Get it there, write, get the ink out, hand it in. */
  steps: readonly [GuideStep, GuideStep, GuideStep, GuideStep]
  /** What to do when the ink is not in the file. */
  noInk: ReactNode
  /** The day on which the facts were compared with the sources, and for which software. */
  checked: { on: string; software?: string }
  sources: readonly [Source, ...Source[]]
}
