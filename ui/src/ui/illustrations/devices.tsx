import type { ReactNode } from 'react'
import { Illustration } from './Illustration'

/**
 * Poses of the devices. All of them have the same screen in the same place, so that the poses fit
 * every body: a new tablet needs only a new outline.
 */
export type Pose = 'resting' | 'receiving' | 'writing' | 'giving'

interface DeviceProps {
  pose?: Pose
}

export type Device = (props: DeviceProps) => ReactNode

/** The form's second page, as large as the smallest screen. */
const Form = ({ written }: { written: boolean }) => (
  <>
    <path stroke="var(--line)" d="M58 32h20v17H58zM86 32h20v17H86zM58 56h20v17H58z" />
    <path stroke="var(--line)" d="M86 56h20v17H86zM58 80h20v17H58z" />
    <path stroke="var(--line)" strokeDasharray="0 5" d="M88 83h18M88 89h18M88 95h18" />
    {written && <path d="M62 42q3-7 6 0t6 0M90 42q3-7 6 0t6 0M62 66q3-7 6 0t6 0" />}
  </>
)

const Pen = () => (
  <>
    <path fill="var(--page)" d="m134 60 10 7-30 46-12 6 2-13z" />
    <path d="m128 69 10 7" />
  </>
)

/** A sheet beside the tablet, on its way in or out. */
const Sheet = ({ left, written }: { left: number; written: boolean }) => (
  <g transform={`translate(${left} 4)`}>
    <path fill="var(--card)" d="M0 0h24l10 10v34H0z" />
    <path fill="var(--sunk)" d="M24 0v10h10z" />
    {written ? <path d="M7 19q3-7 6 0t6 0 6 0M7 32q3-7 6 0t6 0" /> : null}
    {written ? null : <path stroke="var(--line)" d="M8 20h18M8 28h18M8 36h10" />}
  </g>
)

const POSES: Record<Pose, ReactNode> = {
  resting: <Form written />,
  receiving: (
    <>
      <Form written={false} />
      <Sheet left={2} written={false} />
      <path stroke="var(--seal)" strokeWidth="3" d="M18 58q2 24 30 26m-10-9 10 9-11 8" />
    </>
  ),
  writing: (
    <>
      <Form written />
      <Pen />
    </>
  ),
  giving: (
    <>
      <Form written />
      <Sheet left={128} written />
      <path stroke="var(--seal)" strokeWidth="3" d="M116 84q28-2 30-26m-9 10 9-10 9 10" />
    </>
  ),
}

interface TabletProps extends DeviceProps {
  /** The outline, behind the screen. */
  body: ReactNode
  /** Resting place of the pen. */
  pen: ReactNode
}

const Tablet = ({ body, pen, pose = 'resting' }: TabletProps) => (
  <Illustration width={164} height={132}>
    {body}
    {pose === 'resting' && pen}
    {POSES[pose]}
  </Illustration>
)

/** A metal strip down the left, a deep lower edge; the marker holds on to the right. */
export const Remarkable: Device = ({ pose }) => (
  <Tablet
    pose={pose}
    body={
      <>
        <rect fill="var(--card)" x="40" y="14" width="82" height="112" rx="5" />
        <path fill="var(--page)" d="M52 24h60v80H52z" />
        <path d="M46 14v112" />
      </>
    }
    pen={<path fill="var(--card)" d="M126 30h7v70l-3.5 9-3.5-9zM126 42h7" />}
  />
)

/** Round shoulders, and the bar at the right edge that a finger slides along. */
export const Supernote: Device = ({ pose }) => (
  <Tablet
    pose={pose}
    body={
      <>
        <rect fill="var(--card)" x="42" y="12" width="84" height="114" rx="13" />
        <path fill="var(--page)" d="M52 24h60v80H52z" />
        <path d="M119 48v32M76 115h12" />
      </>
    }
    pen={<path fill="var(--card)" d="M132 28q4-5 8 0v62l-4 16-4-16zM132 84h8M140 34v18" />}
  />
)

/** One broad edge to hold it by, with the maker's mark. */
export const Boox: Device = ({ pose }) => (
  <Tablet
    pose={pose}
    body={
      <>
        <rect fill="var(--card)" x="26" y="14" width="96" height="102" rx="8" />
        <path fill="var(--page)" d="M52 24h60v80H52z" />
        <path d="M44 14v102M35 56v16" />
      </>
    }
    pen={<path fill="var(--card)" d="M126 26h8v66l-4 12-4-12zM126 36h8M126 86h8" />}
  />
)

/** Wide on one side, on small feet; its pen has an eraser at the upper end. */
export const Scribe: Device = ({ pose }) => (
  <Tablet
    pose={pose}
    body={
      <>
        <rect fill="var(--card)" x="22" y="14" width="98" height="106" rx="6" />
        <path fill="var(--page)" d="M52 24h60v80H52z" />
        <path d="M32 58v18M34 120v4M108 120v4" />
      </>
    }
    pen={
      <>
        <path fill="var(--card)" d="M125 30h8v64l-4 12-4-12z" />
        <path fill="currentColor" d="M125 30v-3q4-5 8 0v3z" />
      </>
    }
  />
)

/** Glass to the edge, a camera, and the pens of Markup along the bottom. */
export const Ipad: Device = ({ pose }) => (
  <Tablet
    pose={pose}
    body={
      <>
        <rect fill="var(--card)" x="38" y="8" width="88" height="120" rx="12" />
        <rect fill="var(--page)" x="46" y="18" width="72" height="102" rx="4" />
        <path d="M82 13h.01" />
        <rect fill="var(--card)" x="60" y="103" width="44" height="12" rx="6" />
        <path d="M70 108v3M78 107v4M86 108v3M94 108v3" />
      </>
    }
    pen={<path fill="var(--card)" d="M131 30q4-5 8 0v66l-4 10-4-10zM131 92h8" />}
  />
)

/** Paper, with the corner marks that a scan is straightened by. */
export const Paper: Device = ({ pose = 'resting' }) => (
  <Illustration width={164} height={132}>
    <path fill="var(--card)" d="M42 10h80v114H42z" />
    <path strokeWidth="5" d="M48 16h.01M116 16h.01M48 118h.01M116 118h.01" />
    {pose !== 'resting' && POSES[pose]}
    {pose === 'resting' && (
      <>
        <Form written />
        <rect fill="var(--card)" x="94" y="62" width="40" height="66" rx="6" />
        <path fill="var(--page)" d="M99 70h30v48H99z" />
        <path stroke="var(--seal)" d="M104 82v-6h6M118 76h6v6M124 104v6h-6M110 110h-6v-6" />
        <path d="M112 123h4" />
      </>
    )}
  </Illustration>
)

/** The page of ours that takes the file. */
export const Upload = () => (
  <Illustration width={164} height={132}>
    <rect fill="var(--card)" x="18" y="14" width="128" height="98" rx="6" />
    <path d="M18 34h128M30 24h.01M40 24h.01M50 24h.01" />
    <path fill="var(--page)" strokeDasharray="6 7" d="M34 48h96v50H34z" />
    <path fill="var(--card)" d="M64 66h26l10 10v46H64z" />
    <path fill="var(--sunk)" d="M90 66v10h10z" />
    <path d="M71 88q3-7 6 0t6 0 6 0M71 102q3-7 6 0t6 0" />
    <path stroke="var(--seal)" strokeWidth="3" d="M116 104V62m-9 9 9-9 9 9" />
  </Illustration>
)
