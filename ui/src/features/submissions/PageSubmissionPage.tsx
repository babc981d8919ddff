import { useState } from 'react'
import { MAX_LENGTHS } from '../../api/limits'
import { ClosureNotice } from '../../entities/book/BookDates'
import { type Book, type Question, useBook, useQuestions } from '../../entities/book/queries'
import { MemoImage } from '../../entities/memo/MemoContent'
import { type Memo, useMemos, useTranscription } from '../../entities/memo/queries'
import { TranscriptionField } from '../../entities/memo/TranscriptionField'
import {
  type EditedDraft,
  useTranscriptionDraft,
} from '../../entities/memo/use-transcription-draft'
import { UploadRow, useUploadCloseGuard } from '../../entities/upload/UploadRow'
import { isUnderWay } from '../../entities/upload/use-upload'
import { errorMessage } from '../../lib/api-error'
import { useGuestBook } from '../../lib/session'
import { Banner } from '../../ui/Banner'
import { Button } from '../../ui/Button'
import { DropZone } from '../../ui/DropZone'
import { SheetUp } from '../../ui/illustrations/steps'
import { ACCEPT, usePreparedFile } from './FileChoice'
import styles from './PageSubmissionPage.module.css'
import { answerStatus, NoQuestions, QuestionCard, QuestionDialog } from './QuestionCard'
import { usePageUpload } from './queries'
import { SubmissionFrame } from './SubmissionFrame'
import { AcceptanceNotice, SubmissionError } from './VerifyFirst'

/** Full pages, for drawings and art: choose a question, drop a PDF. */
export function PageSubmissionPage({ bid }: { bid: string }) {
  const book = useBook(bid)
  const questions = useQuestions(bid)
  const memos = useMemos(bid)
  const [open, setOpen] = useState<string>()
  const sent = memos.filter(({ type, img }) => type === 'page' && img)
  const pages = new Map(sent.map((memo) => [memo.qid, memo]))
  const asked = questions.find(({ key }) => key === open)
  return (
    <SubmissionFrame type="page" book={book}>
      <section className="stack" aria-labelledby="how">
        <h2 id="how">How It Works</h2>
        <p>
          Choose a question and upload a page: a PDF of one page, or a PNG. It is printed as large
          as a page of the book allows. You may change it until the book is compiled.
        </p>
        {questions.length === 0 && <NoQuestions />}
        <ul className="cards">
          {questions.map((question) => {
            const page = pages.get(question.key)
            return (
              <li key={question.key}>
                <QuestionCard question={question} onOpen={() => setOpen(question.key)}>
                  {page?.img ? (
                    <PagePicture image={page.img} question={question.description} />
                  ) : (
                    <span className="meta">{answerStatus(memos, question.key)}</span>
                  )}
                </QuestionCard>
              </li>
            )
          })}
        </ul>
      </section>
      {asked && (
        <FullPageDialog
          book={book}
          question={asked}
          before={pages.get(asked.key)}
          onClose={() => setOpen(undefined)}
        />
      )}
    </SubmissionFrame>
  )
}

interface FullPageDialogProps {
  book: Book
  question: Question
  /** Page that was submitted before. */
  before: Memo | undefined
  onClose(): void
}

/** Dialog with one question and the page that answers it. */
function FullPageDialog({ book, question, before, onClose }: FullPageDialogProps) {
  const [note, setNote] = useState<string>()
  const upload = usePageUpload(book.id, question.key)
  const isGuest = useGuestBook() !== null
  const { sent, state, data: page, refusal } = upload
  const { close, question: stillSending } = useUploadCloseGuard(isUnderWay(state), onClose)
  const { isPreparing, prepare } = usePreparedFile((picked) => {
    setNote(picked.note)
    // The error of a previous file is outdated.
    if (picked.file) upload.send({ file: picked.file })
    else upload.cancel()
  })
  const shown = page?.base64Image ?? before?.img
  // A new page has no transcription before its upload is complete.
  const current = page ? page.memo : state ? undefined : before
  return (
    <QuestionDialog question={question} onClose={close}>
      {stillSending}
      <ClosureNotice schedule={book.schedule} error={refusal} />
      <AcceptanceNotice error={refusal} />
      {sent && state ? (
        <UploadRow
          file={sent.file}
          state={state}
          work="Checking your page…"
          onCancel={upload.cancel}
          onRetry={upload.retry}
        />
      ) : (
        <DropZone accept={ACCEPT} disabled={isPreparing} onFiles={prepare}>
          <SheetUp />
          <strong>Drop Your PDF Here or Click to Browse</strong>
          <span className="meta">A PDF of one page, a PNG, or a photo</span>
        </DropZone>
      )}
      {isPreparing && <p role="status">Preparing your photo…</p>}
      {note && <Banner>{note}</Banner>}
      <SubmissionError error={refusal} />
      {page && <p role="status">Your page is saved. This is how it will look.</p>}
      {page && isGuest && (
        <p>Your answer waits until somebody who looks after the book accepts it.</p>
      )}
      {shown && <PagePicture image={shown} question={question.description} />}
      {/* The server takes transcriptions only from members. */}
      {current && !isGuest ? (
        <PageTranscriptionForm
          key={current.id}
          memo={current}
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

interface PageTranscriptionFormProps {
  /** The memo of the page. */
  memo: Memo
  question: string
  /** Whether the page was uploaded just now; an earlier one has a button of its own to save the transcription. */
  isNew: boolean
  onDone(): void
}

/** Form with the transcription of a page. */
function PageTranscriptionForm({ memo, question, isNew, onDone }: PageTranscriptionFormProps) {
  const { text, change, isSame, save, isSaving, error } = useTranscription(memo)
  const [edited, setEdited] = useState<EditedDraft>()
  const drafted = useTranscriptionDraft({
    source: { id: memo.id },
    text,
    onChange: change,
    edited,
    onEdit: setEdited,
    isConfirmedOnSave: true,
  })
  return (
    <>
      <TranscriptionField
        maxCharacters={MAX_LENGTHS.PageUpload.alt}
        of={question}
        drafted={drafted}
      />
      {error && <Banner tone="error">{errorMessage(error)}</Banner>}
      <div className="row">
        {(!isNew || drafted.isDraft) && (
          <Button
            busy={isSaving}
            disabled={isSame && !drafted.isDraft}
            onClick={() => {
              drafted.confirm()
              save(onDone, drafted.text)
            }}
          >
            Save transcription
          </Button>
        )}
        <Button
          variant="primary"
          busy={isNew && isSaving && !isSame}
          disabled={!isNew}
          onClick={() => (isSame ? onDone() : save(onDone))}
        >
          Done
        </Button>
      </div>
    </>
  )
}

interface PagePictureProps {
  /** URL on the server, or a PNG in base64. */
  image: string
  question: string
}

/** Picture of a full page, small enough to be seen whole. */
function PagePicture({ image, question }: PagePictureProps) {
  return (
    <span className={styles.page}>
      <MemoImage image={image} alt={`Your page on: ${question}`} page />
    </span>
  )
}
