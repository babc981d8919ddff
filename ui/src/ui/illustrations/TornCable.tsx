import { Illustration } from './Illustration'

export function TornCable() {
  return (
    <Illustration width={160} height={120}>
      <path d="M6 84c30 0 26-44 54-44l6-7M154 36c-30 0-26 44-54 44l-6 7" />
      <path d="m66 33 9 3M66 33l1-10M94 87l-9-3M94 87l-1 10" />
      <path stroke="var(--seal)" d="m76 52-8-4M84 68l8 4M82 50l3-9M78 70l-3 9" />
    </Illustration>
  )
}
