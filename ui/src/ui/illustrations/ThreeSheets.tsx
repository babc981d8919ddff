import { Handwriting, Illustration } from './Illustration'

/** Three answers: one in handwriting, one drawn, one in type. */
export function ThreeSheets() {
  return (
    <Illustration width={236} height={104}>
      <path fill="var(--card)" d="M4 6H58L70 18V98H4Z" />
      <Handwriting left={14} top={38} leading={22} size={0.8} rows={['gul n', 'med', 'lue']} />
      <path fill="var(--card)" d="M85 6H139L151 18V98H85Z" />
      <path d="M94 82q12-34 24-14 8-22 24 14ZM94 82h48" />
      <circle cx="126" cy="36" r="8" />
      <path fill="var(--card)" d="M166 6H220L232 18V98H166Z" />
      <path stroke="var(--line)" d="M178 34h42M178 48h36M178 62h42M178 76h22" />
      <path fill="var(--sunk)" d="M58 6V18H70ZM139 6V18H151ZM220 6V18H232Z" />
    </Illustration>
  )
}
