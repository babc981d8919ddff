import type { MemoType } from '../../entities/memo/queries'

export const TYPES: MemoType[] = ['hand', 'page', 'text']

export const TYPE_NAMES: Record<MemoType, string> = {
  hand: 'Handwriting',
  page: 'Full Page',
  text: 'Text',
}

export const TYPE_HELP: Record<MemoType, string> = {
  hand: 'Use a tablet to handwrite a personal note.',
  page: 'Upload an entire PDF page, good for drawings or art.',
  text: 'Type a note, for those without a stylus.',
}
