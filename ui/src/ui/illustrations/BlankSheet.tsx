import { Illustration } from './Illustration'

/** A ruled page with nothing on it. */
export function BlankSheet() {
  return (
    <Illustration width={160} height={120}>
      <path fill="var(--card)" d="M42 10h56l22 22v78H42z" />
      <path fill="var(--sunk)" d="M98 10v22h22z" />
      <path stroke="var(--line)" d="M56 50h50M56 66h50M56 82h50M56 98h30" />
    </Illustration>
  )
}
