import { rangesAfterEdit, type TextRange } from '../../lib/text-ranges'
import { type DraftSource, useChooseDrafts, useDraftOffer, useForgetDraft } from './queries'

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
  /** Whether the form has a button that saves the text, which confirms it. Otherwise the field has a button to confirm a draft. */
  isConfirmedOnSave: boolean
}

/**
 * Draft of a transcription, which the server has read in the handwriting. It is shown in an empty field until the member
 * confirms or removes it, and is no transcription before.
 */
export function useTranscriptionDraft(props: TranscriptionDraftProps) {
  const { source, text, onChange, edited, onEdit, isConfirmedOnSave } = props
  const offer = useDraftOffer(source, text === '' && edited !== null)
  const forget = useForgetDraft(source)
  const decline = useChooseDrafts()
  const draft = presentDraft(text, edited, offer.data?.draft as EditedDraft)
  const doubtful = draft?.doubtful ?? []
  const end = () => {
    onEdit(null)
    forget()
  }
  return {
    /** Text that the field shows. */
    text: draft?.text ?? text,
    /** Words of it that are not sure. */
    doubtful,
    isDraft: draft !== undefined,
    isReading: offer.isFetching && edited !== null,
    isConfirmedOnSave,
    /** Whether drafts were declined here; the error, if that failed. */
    isDeclined: decline.isSuccess,
    declineError: decline.error,
    change: (typed: string) => {
      if (!draft || typed === '') {
        end()
        onChange(typed)
        return
      }
      onEdit({ text: typed, doubtful: rangesAfterEdit(doubtful, draft.text, typed) })
      if (isConfirmedOnSave) onChange(typed)
    },
    /** Makes the draft the member's own text. */
    confirm: () => {
      if (draft) onChange(draft.text)
      end()
    },
    remove: () => {
      onChange('')
      end()
    },
    /** Removes the draft and asks for no other one. */
    decline: () => {
      onChange('')
      onEdit(null)
      decline.mutate(false)
    },
  }
}

/** The draft that the field shows: as edited, or as offered while the field is empty. */
function presentDraft(text: string, edited: EditedDraft, offered: EditedDraft) {
  if (edited) return text === '' || text === edited.text ? edited : undefined
  return text === '' && edited === undefined ? (offered ?? undefined) : undefined
}
