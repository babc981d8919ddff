import type { ReactNode } from 'react'
import { Redirect, useSearchParams } from 'wouter'
import { useStored } from './lib/storage'
import { FullPagePage, HandPage, TextPage } from './pages'
import { paths } from './paths'
import { MembersOnly } from './shell/MembersOnly'

interface ForBookProps {
  bid: string | undefined
  children(bid: string): ReactNode
}

/** Addresses may name the book in their query, or leave it out: it is then the one last opened in the library. */
export function ForBook({ bid, children }: ForBookProps) {
  const named = useSearchParams()[0].get('bid')
  const lastOpened = useStored('bid')
  const book = bid || named || lastOpened
  return book ? children(book) : <Redirect to={paths.library} replace />
}

const CONTRIBUTE = { hand: HandPage, page: FullPagePage, text: TextPage }

interface ContributeProps {
  type: keyof typeof CONTRIBUTE
  bid: string | undefined
}

/** One of the ways to contribute. Where its Back leads outlives signing in. */
export function Contribute({ type, bid }: ContributeProps) {
  const last = useSearchParams()[0].get('last') ?? undefined
  const Way = CONTRIBUTE[type]
  return (
    <ForBook bid={bid}>
      {(book) => (
        <MembersOnly last={paths.contribute(type, book, last)}>
          <Way bid={book} />
        </MembersOnly>
      )}
    </ForBook>
  )
}
