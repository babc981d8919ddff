import { Handwriting } from './Handwriting'
import { Illustration } from './Illustration'

/** A drawing that somebody posted, and what others say to it. */
export function Conversation() {
  return (
    <Illustration width={300} height={230}>
      <path fill="var(--sunk)" d="M42 44 164 20 196 180 74 206Z" />
      <path fill="var(--card)" d="M62 26H186L204 44V212H62Z" />
      <path fill="var(--sunk)" d="M186 26V44H204Z" />
      <path d="M78 146q22-46 40-22 14-36 40 0 12-16 30 22M78 146H188" />
      <circle cx="146" cy="82" r="13" />
      <path
        fill="var(--seal)"
        stroke="none"
        d="M86 196q-12-8-12-16 0-7 6-7 4 0 6 4 2-4 6-4 6 0 6 7 0 8-12 16Z"
      />
      <path stroke="var(--line)" strokeDasharray="1 6" d="M110 184h44" />
      <path fill="var(--card)" d="M180 64H288V118H222L206 134V118H180Z" />
      <Handwriting left={194} top={98} leading={20} size={0.9} rows={['gul den']} />
      <path fill="var(--card)" d="M168 150H262V196H250V210L234 196H168Z" />
      <Handwriting left={182} top={180} leading={20} size={0.9} rows={['nu le']} />
    </Illustration>
  )
}
