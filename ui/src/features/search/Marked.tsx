import type { ReactNode } from 'react'
import type { MarkedText } from './queries'

/** A text with what was found marked. The places are the server's; the text is never markup. */
export function Marked({ text, marks }: MarkedText) {
  const parts: ReactNode[] = []
  let last = 0
  for (const [from = 0, to = 0] of marks) {
    parts.push(text.slice(last, from), <mark key={from}>{text.slice(from, to)}</mark>)
    last = to
  }
  return (
    <>
      {parts}
      {text.slice(last)}
    </>
  )
}
