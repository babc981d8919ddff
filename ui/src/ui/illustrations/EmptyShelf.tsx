import { Illustration } from './Illustration'

export function EmptyShelf() {
  return (
    <Illustration width={160} height={120}>
      <path d="M8 96h144M20 96v16M140 96v16" />
      <path fill="var(--card)" d="M30 34h16v62H30zM46 44h14v52H46z" />
      <path fill="var(--card)" d="m70 50 15-5 16 49-6 2H84z" />
      <path strokeDasharray="3 7" d="M108 96V40h30v56" />
    </Illustration>
  )
}
