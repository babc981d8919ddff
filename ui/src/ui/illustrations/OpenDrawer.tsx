import { Illustration } from './Illustration'

/** A drawer with little in it, and the key on its own side. */
export function OpenDrawer() {
  return (
    <Illustration width={240} height={180}>
      <path fill="var(--card)" d="M30 20H178V166H30Z" />
      <path d="M30 66H178M44 32H164V56H44ZM96 44h16" />
      <path fill="var(--card)" d="M70 96 76 66H140L148 96" />
      <path stroke="var(--line)" d="M86 82h38M84 90h28" />
      <path fill="var(--sunk)" d="M38 96H190V148H38Z" />
      <path fill="var(--card)" d="M22 96H174V156H22Z" />
      <path fill="var(--card)" d="M174 96 190 88V146L174 156Z" />
      <path d="M98 122a7 7 0 1 1-.1 0M98 130v10" />
      <path stroke="var(--seal)" d="M214 74a11 11 0 1 1-.1 0M214 96v42M214 138h10M214 126h7" />
    </Illustration>
  )
}
