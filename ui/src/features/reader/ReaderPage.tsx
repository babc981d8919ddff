import { ChapterPage } from './ChapterPage'
import { ContentsPage } from './ContentsPage'

interface ReaderProps {
  bid: string
  /** A question's key. */
  qid: string | undefined
}

/** A published book: its contents, or what was answered to one of its questions. */
export function ReaderPage({ bid, qid }: ReaderProps) {
  return qid ? <ChapterPage bid={bid} qid={qid} /> : <ContentsPage bid={bid} />
}
