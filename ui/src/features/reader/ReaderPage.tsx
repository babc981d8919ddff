import { ChapterPage } from './ChapterPage'
import { ContentsPage } from './ContentsPage'

interface ReaderProps {
  bid: string
  /** Key of a question. */
  qid: string | undefined
}

/** A published book: its contents, or the answers to one of its questions. */
export function ReaderPage({ bid, qid }: ReaderProps) {
  return qid ? <ChapterPage bid={bid} qid={qid} /> : <ContentsPage bid={bid} />
}
