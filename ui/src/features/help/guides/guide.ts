import type { ReactNode } from 'react'
import type { HelpPage } from '../../../paths'
import type { Device, Pose } from '../../../ui/illustrations/devices'

/** Pages with the same four steps; the game has a page of its own. */
export type GuidePage = Exclude<HelpPage, 'prizepeg'>

export interface OtherWay {
  /** Title that names the situation in which this way is better. */
  name: string
  how: ReactNode
  /** Same as {@link GuideStep.fromMaker}. */
  fromMaker?: true
}

export interface GuideStep {
  title: string
  /** Pose of the drawing if it differs from the default of the step. */
  pose?: Pose
  /** Actions in order, one each; buttons and input are `<strong>`. */
  actions: readonly ReactNode[]
  /** Common mistake in this step. */
  hint?: ReactNode
  otherWays?: readonly OtherWay[]
  /** Known only from the maker's pages, not tried by a named person. */
  fromMaker?: true
}

export interface Source {
  title: string
  url: string
  /** Maker's documentation, or a report by others. */
  by: 'maker' | 'others'
}

/** Guide for one device from the blank form to the upload. All parts are required. */
export interface Guide {
  page: GuidePage
  title: string
  /** Name in lists. */
  name: string
  models: string
  /** Name in a member's profile, if it can be chosen there. */
  tablet?: string
  lead: string
  drawing: Device
  /** Download, write, export, upload. */
  steps: readonly [GuideStep, GuideStep, GuideStep, GuideStep]
  /** Sentences for a file whose ink is missing. */
  noInk: ReactNode
  /** Day on which the facts were checked, and the software version. */
  checked: { on: string; software?: string }
  sources: readonly [Source, ...Source[]]
}
