import { useSession } from '../../lib/session'
import { MembersOnly } from '../../shell/MembersOnly'
import { ChapterPage } from './ChapterPage'
import { ContentsPage } from './ContentsPage'
import { useOpenBook } from './queries'

interface ReaderProps {
  bid: string
  /** Key of a question. */
  qid: string | undefined
}

/** A published book: its contents, or the answers to one of its questions. */
export function ReaderPage({ bid, qid }: ReaderProps) {
  const session = useSession()
  if (!qid) return <ContentsPage bid={bid} />
  return session ? <ChapterPage bid={bid} qid={qid} /> : <ChapterForVisitors bid={bid} qid={qid} />
}

/** A chapter that visitors may read; any other after sign-in. */
function ChapterForVisitors({ bid, qid }: { bid: string; qid: string }) {
  const chapter = useOpenBook(bid)?.chapters.find(({ key }) => key === qid)
  if (chapter && !chapter.open) {
    return <MembersOnly>{null}</MembersOnly>
  }
  return <ChapterPage bid={bid} qid={qid} />
}
