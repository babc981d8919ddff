import { useEffect } from 'react'
import { Link } from 'wouter'
import type { components } from '../../api/schema'
import { UploadRow } from '../../entities/upload/UploadRow'
import { errorMessage } from '../../lib/api-error'
import { useGuestBook } from '../../lib/session'
import { paths } from '../../paths'
import { Banner } from '../../ui/Banner'
import { Button } from '../../ui/Button'
import { Dialog } from '../../ui/Dialog'
import { FileRow } from '../../ui/FileRow'
import { FileChoice } from './FileChoice'
import { type ExtractionProgress, useHandOver, useOpenHandOver } from './queries'
import styles from './Upload.module.css'
import type { Extraction, ExtractionState } from './use-form-extraction'

interface UploadProps {
  bid: string
  extraction: Unread
  /** Note about other files that were left out. */
  note: string | undefined
  onStart(file: File, note: string | undefined): void
  /** Called with a form that a phone has sent. */
  onHandOver(extraction: Extraction): void
  onRemove(): void
  onRetry(): void
}

/** State of an export before its answers are there to be reviewed. */
type Unread = Exclude<ExtractionState, { step: 'read' }>

/** Upload of one export until it has been read. */
export function Upload(props: UploadProps) {
  const { bid, extraction, note, onStart, onHandOver, onRemove, onRetry } = props
  return (
    <section className="stack" aria-labelledby="upload">
      <h2 id="upload">Add your filled form</h2>
      {extraction.step === 'empty' ? (
        <FileChoice onFile={onStart}>
          <SendFromPhone bid={bid} onRead={onHandOver} />
        </FileChoice>
      ) : (
        <>
          <ExtractionRow extraction={extraction} onRemove={onRemove} onRetry={onRetry} />
          {note && <Banner>{note}</Banner>}
        </>
      )}
    </section>
  )
}

interface ExtractionRowProps {
  extraction: Exclude<Unread, { step: 'empty' }>
  onRemove(): void
  onRetry(): void
}

/** Row of the chosen file with its state. */
function ExtractionRow({ extraction, onRemove, onRetry }: ExtractionRowProps) {
  switch (extraction.step) {
    case 'sending':
      return (
        <UploadRow
          file={extraction.file}
          state={extraction.state}
          {...describeProgress(extraction.progress)}
          onCancel={onRemove}
          onRetry={onRetry}
        />
      )
    case 'refused':
      return (
        <FileRow file={extraction.file} mark="bad" action="Remove file" onAction={onRemove}>
          <Banner tone="error">
            <p>{extraction.message}</p>
            {extraction.withoutInk && (
              <p>
                Most tablets keep handwriting beside the PDF until it is exported.{' '}
                <Link href={paths.help}>How to export it with the ink inside</Link>
              </p>
            )}
          </Banner>
        </FileRow>
      )
  }
}

interface SendFromPhoneProps {
  bid: string
  onRead(extraction: Extraction): void
}

/** Button that lets a phone upload the form for a tablet whose browser cannot. For members only, as on the server. */
function SendFromPhone({ bid, onRead }: SendFromPhoneProps) {
  const open = useOpenHandOver(bid)
  const isGuest = useGuestBook() !== null
  if (isGuest) return null
  return (
    <>
      <Button className={styles.fromPhone} busy={open.isPending} onClick={() => open.mutate()}>
        Send it from a phone
      </Button>
      {open.error && (
        <Banner tone="error">
          {errorMessage(open.error, 'No code could be made. Try again.')}
        </Banner>
      )}
      {open.data && (
        <Dialog title="Send it from a phone" onClose={open.reset}>
          <Waiting
            key={open.data.code}
            handOver={open.data}
            onAgain={() => open.mutate()}
            onRead={(extraction) => {
              open.reset()
              onRead(extraction)
            }}
          />
        </Dialog>
      )}
    </>
  )
}

interface WaitingProps {
  handOver: components['schemas']['HandOverView']
  onAgain(): void
  onRead(extraction: Extraction): void
}

function Waiting({ handOver, onAgain, onRead }: WaitingProps) {
  const { code, link, qrcode } = handOver
  const { data, error } = useHandOver(code)

  const extraction = data?.extraction
  // biome-ignore lint/correctness/useExhaustiveDependencies: each extraction is passed on once.
  useEffect(() => {
    if (extraction) onRead(extraction)
  }, [extraction])

  if (error) {
    return (
      <div className="stack">
        <Banner tone="error">{errorMessage(error)}</Banner>
        <div className="row">
          <Button onClick={onAgain}>Make a new code</Button>
        </div>
      </div>
    )
  }
  return (
    <div className="stack">
      <p>Scan this code with your phone, then choose the file or take a photo there.</p>
      <img
        className={styles.qrcode}
        src={qrcode}
        alt="QR code of the address below"
        width="224"
        height="224"
      />
      <p>
        Or open <strong className={styles.link}>{link.replace(/\/[^/]*$/, '')}</strong> on the
        phone, and type this code:
      </p>
      <p className={styles.code}>{code}</p>
      <p className="meta" role="status">
        {data?.step === 'reading'
          ? 'Reading your handwriting…'
          : 'Waiting for the phone. The code works for 15 minutes.'}
      </p>
    </div>
  )
}

/** Label of the current work and its progress in percent; undefined percent if the end is unknown. */
function describeProgress({ step, page, pages }: ExtractionProgress) {
  if (step === 'queued') return { work: 'Waiting for other uploads…' }
  if (pages < 2) return { work: 'Reading your handwriting…' }
  const work =
    step === 'searching'
      ? `Looking for your form: page ${page} of ${pages}…`
      : `Reading your handwriting: page ${page} of ${pages}…`
  return { work, percent: Math.round((page / pages) * 100) }
}
