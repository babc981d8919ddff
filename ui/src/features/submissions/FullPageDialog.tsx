import { useState } from 'react'
import { MAX_LENGTHS } from '../../api/limits'
import type { components } from '../../api/schema'
import type { Question } from '../../entities/book/queries'
import { TranscriptionField } from '../../entities/memo/MemoContent'
import { type Memo, useInvalidateMemos, useTranscription } from '../../entities/memo/queries'
import { UploadRow } from '../../entities/upload/UploadRow'
import { isUnderWay, useUpload } from '../../entities/upload/use-upload'
import { errorMessage, isUnverified } from '../../lib/api-error'
import { useMember } from '../../lib/session'
import { Banner } from '../../ui/Banner'
import { Button } from '../../ui/Button'
import { DropZone } from '../../ui/DropZone'
import { SheetUp } from '../../ui/illustrations/steps'
import { useUploadCloseGuard } from '../../ui/use-upload-close-guard'
import { PagePicture } from './PagePicture'
import { ACCEPT, pickExport } from './pick-export'
import { QuestionDialog } from './QuestionDialog'
import { VerifyFirst } from './VerifyFirst'

interface FullPageDialogProps {
  bid: string
  question: Question
  /** Page that was submitted before. */
  before: Memo | undefined
  onClose(): void
}

/** Dialog with one question and the page that answers it. */
export function FullPageDialog({ bid, question, before, onClose }: FullPageDialogProps) {
  const [note, setNote] = useState<string>()
  const upload = usePageUpload(bid, question.key)
  const { sent, state, data: page, refusal } = upload
  const { close, question: stillSending } = useUploadCloseGuard(isUnderWay(state), onClose)
  const addFiles = (files: File[]) => {
    const picked = pickExport(files)
    setNote(picked.note)
    // The error of a previous file is outdated.
    if (picked.file) upload.send({ file: picked.file })
    else upload.cancel()
  }
  const shown = page?.base64Image ?? before?.img
  // A new page has no transcription before its upload is complete.
  const kept = page ? page.memo : state ? undefined : before
  return (
    <QuestionDialog question={question} onClose={close}>
      {stillSending}
      {sent && state ? (
        <UploadRow
          file={sent.file}
          state={state}
          work="Looking at your page"
          onCancel={upload.cancel}
          onRetry={upload.retry}
        />
      ) : (
        <DropZone accept={ACCEPT} onFiles={addFiles}>
          <SheetUp />
          <strong>Drop Your PDF Here or Click to Browse</strong>
          <span className="meta">a PDF of one page, or a PNG</span>
        </DropZone>
      )}
      {note && <Banner>{note}</Banner>}
      {refusal && <Banner tone="error">{errorMessage(refusal, 'Submission failed')}</Banner>}
      {isUnverified(refusal) && <VerifyFirst />}
      {page && <p role="status">Your page is saved. This is how it will look.</p>}
      {shown && <PagePicture image={shown} question={question.description} />}
      {kept ? (
        <PageTranscriptionForm
          key={kept.id}
          memo={kept}
          question={question.description}
          isNew={page !== undefined}
          onDone={onClose}
        />
      ) : (
        <div className="row">
          <Button variant="primary" disabled={!page} onClick={onClose}>
            Done
          </Button>
        </div>
      )}
    </QuestionDialog>
  )
}

interface PageAltTextFormProps {
  /** The memo of the page. */
  memo: Memo
  question: string
  /** Whether the page was uploaded just now; an earlier one has a button of its own to save the transcription. */
  isNew: boolean
  onDone(): void
}

/** Form with the transcription of a page. */
function PageTranscriptionForm({ memo, question, isNew, onDone }: PageAltTextFormProps) {
  const { text, change, isSame, save, isSaving, error } = useTranscription(memo)
  return (
    <>
      <TranscriptionField
        maxCharacters={MAX_LENGTHS.PageUpload.alt}
        of={question}
        value={text}
        onChange={change}
      />
      {error && <Banner tone="error">{errorMessage(error)}</Banner>}
      <div className="row">
        {!isNew && (
          <Button busy={isSaving} disabled={isSame} onClick={() => save(onDone)}>
            Save transcription
          </Button>
        )}
        <Button
          variant="primary"
          busy={isNew && isSaving}
          disabled={!isNew}
          onClick={() => (isSame ? onDone() : save(onDone))}
        >
          Done
        </Button>
      </div>
    </>
  )
}

/** Response to an uploaded page. */
type SubmittedPage = components['schemas']['SubmittedPage']

/** Uploads a full page as the answer to one question. */
function usePageUpload(bid: string, qid: string) {
  const { uid } = useMember()
  return useUpload<SubmittedPage, { file: File }>({
    path: '/api/memo/page/publish',
    formOf: ({ file }) => {
      const form = new FormData()
      form.append('file', file)
      for (const [name, value] of Object.entries({ bid, uid, qid })) form.append(name, value)
      return form
    },
    onSuccess: useInvalidateMemos(),
  })
}
