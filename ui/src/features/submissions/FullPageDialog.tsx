import { useState } from 'react'
import type { Question } from '../../api/books'
import { isUnverified, wordsOf } from '../../api/error'
import { useDescribe } from '../../api/memos'
import { isUnderWay } from '../../api/use-upload'
import { Banner } from '../../ui/Banner'
import { Button } from '../../ui/Button'
import { DropZone } from '../../ui/DropZone'
import { SheetUp } from '../../ui/drawings/steps'
import { UploadRow } from '../../ui/UploadRow'
import { useStillSending } from '../../ui/use-still-sending'
import { WhatItSays } from '../../ui/WhatItSays'
import { PagePicture } from './PagePicture'
import { ACCEPT, pickExport } from './pick-export'
import { QuestionDialog } from './QuestionDialog'
import { usePageUpload } from './use-page-upload'
import { VerifyFirst } from './VerifyFirst'

interface FullPageDialogProps {
  bid: string
  question: Question
  /** Where the page's picture is that was submitted before. */
  before: string | undefined
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
  const [words, setWords] = useState('')
  const describe = useDescribe()
  const done = () => {
    const id = page?.memo?.id
    if (!id || words.trim() === (page.memo?.alt ?? '')) return onClose()
    describe.mutate({ id, alt: words }, { onSuccess: onClose })
  }
  const shown = page?.base64Image ?? before
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
      {refusal && <Banner tone="error">{wordsOf(refusal, 'Submission failed')}</Banner>}
      {isUnverified(refusal) && <VerifyFirst />}
      {page && <p role="status">Your page is kept. This is how it will look.</p>}
      {shown && <PagePicture image={shown} question={question.description} />}
      {page && <WhatItSays of={question.description} value={words} onChange={setWords} />}
      {describe.error && <Banner tone="error">{wordsOf(describe.error)}</Banner>}
      <div className="row">
        <Button look="primary" disabled={!page} busy={describe.isPending} onClick={done}>
          Done
        </Button>
      </div>
    </QuestionDialog>
  )
}
