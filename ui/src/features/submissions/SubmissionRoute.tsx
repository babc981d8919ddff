import type { ReactNode } from 'react'
import { Redirect, useSearchParams } from 'wouter'
import { HandPage, PageSubmissionPage, TextPage } from '../../lazy-pages'
import { useStored } from '../../lib/storage'
import { paths } from '../../paths'
import { MembersOnly } from '../../shell/MembersOnly'

interface ForBookProps {
  bid: string | undefined
  children(bid: string): ReactNode
}

/** Id of the book in the path, in the query, or of the book that was opened last. */
function useBookId(bid: string | undefined): string | undefined {
  const named = useSearchParams()[0].get('bid')
  const lastOpened = useStored('bid')
  return bid || named || lastOpened || undefined
}

/** Page about a book, or the library if no book is known. */
export function ForBook({ bid, children }: ForBookProps) {
  const book = useBookId(bid)
  return book ? children(book) : <Redirect to={paths.library} replace />
}

const PAGES = { hand: HandPage, page: PageSubmissionPage, text: TextPage }

interface SubmissionRouteProps {
  type: keyof typeof PAGES
  bid: string | undefined
}

/** Route of one of the ways to contribute. The target of its Back link survives signing in. */
export function SubmissionRoute({ type, bid }: SubmissionRouteProps) {
  const last = useSearchParams()[0].get('last') ?? undefined
  const book = useBookId(bid)
  const SubmissionPage = PAGES[type]
  return (
    <MembersOnly last={book && paths.contribute(type, book, last)} guestsOf={book}>
      <ForBook bid={book}>{(id) => <SubmissionPage bid={id} />}</ForBook>
    </MembersOnly>
  )
}
