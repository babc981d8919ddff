import { rangesAfterEdit, type TextRange } from '../../lib/text-ranges'
import { type DraftSource, useDeclineDrafts, useDraftOffer } from './queries'

/** Draft as the member has edited it; null once it was confirmed or removed, undefined before. */
export type EditedDraft = { text: string; doubtful: TextRange[] } | null | undefined

/** Field with a draft of its text, as {@link useTranscriptionDraft} returns it. */
export type DraftedText = ReturnType<typeof useTranscriptionDraft>

interface TranscriptionDraftProps {
  source: DraftSource
  /** The transcription. */
  text: string
  onChange(text: string): void
  edited: EditedDraft
  onEdit(edited: EditedDraft): void
}

/**
 * Draft of a transcription, which the server has read in the handwriting. It is the text of an empty field until the member
 * confirms or removes it, and is no transcription before.
 */
export function useTranscriptionDraft(props: TranscriptionDraftProps) {
  const { source, text, onChange, edited, onEdit } = props
  const offer = useDraftOffer(source, text === '' && edited !== null)
  const decline = useDeclineDrafts()
  const offered = offer.data?.draft ?? undefined
  const draft = text === '' && edited !== null ? (edited ?? offered) : undefined
  const doubtful = (draft?.doubtful ?? []) as TextRange[]
  return {
    /** Text that the field shows. */
    text: draft?.text ?? text,
    /** Words of it that are not sure. */
    doubtful,
    isDraft: draft !== undefined,
    isReading: offer.isFetching && edited !== null,
    change: (typed: string) => {
      if (draft && typed !== '') {
        onEdit({ text: typed, doubtful: rangesAfterEdit(doubtful, draft.text, typed) })
      } else {
        onEdit(null)
        onChange(typed)
      }
    },
    /** Makes the draft the member's own text. */
    confirm: () => {
      if (draft) onChange(draft.text)
      onEdit(null)
    },
    remove: () => onEdit(null),
    /** Removes the draft and asks for no other one. */
    decline: () => {
      onEdit(null)
      decline.mutate()
    },
  }
}
