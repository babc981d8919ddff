import { useState } from 'react'
import type { Question } from '../../api/books'
import { errorMessage, isUnverified } from '../../api/error'
import type { Memo } from '../../api/memos'
import { isUnderWay } from '../../api/use-upload'
import { Banner } from '../../ui/Banner'
import { Button } from '../../ui/Button'
import { DropZone } from '../../ui/DropZone'
import { SheetUp } from '../../ui/drawings/steps'
import { UploadRow } from '../../ui/UploadRow'
import { useStillSending } from '../../ui/use-upload-close-guard'
import { PageAltTextForm } from './PageAltTextForm'
import { PagePicture } from './PagePicture'
import { ACCEPT, pickExport } from './pick-export'
import { QuestionDialog } from './QuestionDialog'
import { usePageUpload } from './use-page-upload'
import { VerifyFirst } from './VerifyFirst'

interface FullPageDialogProps {
  bid: string
  question: Question
  /** The page that was submitted before. */
  before: Memo | undefined
  onClose(): void
}

/** One prompt, and the page that answers it. */
export function FullPageDialog({ bid, question, before, onClose }: FullPageDialogProps) {
  const [note, setNote] = useState<string>()
  const upload = usePageUpload(bid, question.key)
  const { sent, journey, data: page, refusal } = upload
  const { close, question: stillSending } = useStillSending(isUnderWay(journey), onClose)
  const take = (files: File[]) => {
    const picked = pickExport(files)
    setNote(picked.note)
    // What was wrong with another file is of no more interest.
    if (picked.file) upload.send({ file: picked.file })
    else upload.cancel()
  }
  const shown = page?.base64Image ?? before?.img
  // Until it has arrived, a new page has no words.
  const kept = page ? page.memo : journey ? undefined : before
  return (
    <QuestionDialog question={question} onClose={close}>
      {stillSending}
      {sent && journey ? (
        <UploadRow
          file={sent.file}
          journey={journey}
          work="Looking at your page"
          onCancel={upload.cancel}
          onRetry={upload.retry}
        />
      ) : (
        <DropZone accept={ACCEPT} onFiles={take}>
          <SheetUp />
          <strong>Drop Your PDF Here or Click to Browse</strong>
          <span className="meta">a PDF of one page, or a PNG</span>
        </DropZone>
      )}
      {note && <Banner>{note}</Banner>}
      {refusal && <Banner tone="error">{errorMessage(refusal, 'Submission failed')}</Banner>}
      {isUnverified(refusal) && <VerifyFirst />}
      {page && <p role="status">Your page is kept. This is how it will look.</p>}
      {shown && <PagePicture image={shown} question={question.description} />}
      {kept ? (
        <PageAltTextForm
          key={kept.id}
          memo={kept}
          question={question.description}
          isNew={page !== undefined}
          onDone={onClose}
        />
      ) : (
        <div className="row">
          <Button look="primary" disabled={!page} onClick={onClose}>
            Done
          </Button>
        </div>
      )}
    </QuestionDialog>
  )
}
