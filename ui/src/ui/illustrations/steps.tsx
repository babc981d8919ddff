import { Illustration } from './Illustration'

/** The four steps of a filled page, drawn small. */

export const SheetDown = () => (
  <Illustration left={34} width={60} height={90}>
    <path fill="var(--card)" d="M36 8h34l14 14v44H36z" />
    <path fill="var(--sunk)" d="M70 8v14h14z" />
    <path stroke="var(--line)" d="M46 32h14M46 42h10" />
    <path stroke="var(--seal)" d="M72 40v38m-11-11 11 11 11-11" />
  </Illustration>
)

export const PenOnSheet = () => (
  <Illustration left={16} width={94} height={90}>
    <path fill="var(--card)" d="M18 10h66v70H18z" />
    <path d="M28 30q6-12 12 0t12 0 12 0M28 52q6-12 12 0t12 0" />
    <path fill="var(--page)" d="m98 24 10 8-38 40-13 4 4-13z" />
  </Illustration>
)

export const SheetUp = () => (
  <Illustration left={34} width={60} height={90}>
    <path fill="var(--card)" d="M36 24h34l14 14v44H36z" />
    <path fill="var(--sunk)" d="M70 24v14h14z" />
    <path d="M46 54q5-10 10 0t10 0M46 68q5-10 10 0t10 0" />
    <path stroke="var(--seal)" d="M56 44V8M45 19 56 8l11 11" />
  </Illustration>
)

export const SheetChecked = () => (
  <Illustration left={34} width={60} height={90}>
    <path fill="var(--card)" d="M36 8h34l14 14v60H36z" />
    <path fill="var(--sunk)" d="M70 8v14h14z" />
    <path d="M46 36q5-10 10 0t10 0" />
    <path stroke="var(--seal)" d="m47 60 9 10 18-22" />
  </Illustration>
)

export const BoundBook = () => (
  <Illustration left={26} width={68} height={90}>
    <path fill="var(--card)" d="M28 10h52q12 0 12 10v60H40q-12 0-12-10z" />
    <path d="M28 70q0-10 12-10h52M46 28h30M46 40h18" />
    <path fill="var(--seal)" stroke="var(--seal)" d="M74 60v24l5-5 5 5V60z" />
  </Illustration>
)

export const Conversation = () => (
  <Illustration left={12} width={96} height={90}>
    <path fill="var(--card)" d="M50 34h56v36h-8v12L84 70H50z" />
    <path fill="var(--card)" d="M14 10h58v38H40L28 60V48H14z" />
    <path d="M26 30q5-10 10 0t10 0 10 0" />
    <path stroke="var(--line)" d="M62 58h32" />
  </Illustration>
)
