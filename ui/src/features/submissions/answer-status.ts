import type { Memo, MemoType } from '../../api/memos'

const OTHERWISE: Record<MemoType, string> = {
  hand: 'Answered by hand',
  page: 'Answered with a full page',
  text: 'Answered in text',
}

/** What stands in the place of an answer: the member may have given it in another way, and may give both. */
export function answerStatus(memos: Memo[], qid: string): string {
  const other = memos.find((memo) => memo.qid === qid)
  return other ? OTHERWISE[other.type as MemoType] : 'Not answered yet'
}
