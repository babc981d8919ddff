import { errorMessage } from '../../lib/api-error'
import { Banner } from '../../ui/Banner'
import { Button } from '../../ui/Button'
import { FileRow } from '../../ui/FileRow'
import { Progress } from '../../ui/Progress'
import { isUnderWay, type UploadState } from './use-upload'

interface UploadRowProps {
  file: File
  /** Nothing while it waits to be sent. */
  journey: UploadState | undefined
  /** What the server does with it. */
  work: string
  /** How much of the work is done, where that is known. */
  percent?: number
  onCancel(): void
  /** The words of the button that takes it away while nothing is sent. */
  remove?: string
  onRemove?(): void
  onRetry(): void
}

/** A file and the truth about its way to the server. */
export function UploadRow({
  file,
  journey,
  work,
  percent,
  onCancel,
  remove = 'Remove file',
  onRemove = onCancel,
  onRetry,
}: UploadRowProps) {
  const underWay = isUnderWay(journey)
  return (
    <FileRow
      file={file}
      mark={journey?.step === 'failed' ? 'bad' : 'way'}
      action={underWay ? 'Cancel' : remove}
      onAction={underWay ? onCancel : onRemove}
    >
      {journey && (
        <Status
          journey={journey}
          name={file.name}
          work={work}
          percent={percent}
          onRetry={onRetry}
        />
      )}
    </FileRow>
  )
}

/** Nothing of an attempt that was lost counts for the next. */
function percentOf(journey: UploadState, ofWork: number | undefined): number | undefined {
  if (journey.step === 'arrived') return ofWork
  return journey.step === 'sending' ? journey.percent : 0
}

interface StatusProps {
  journey: UploadState
  name: string
  work: string
  percent: number | undefined
  onRetry(): void
}

function Status({ journey, name, work, percent, onRetry }: StatusProps) {
  if (journey.step === 'failed') {
    return (
      <Banner tone="error">
        <p>{errorMessage(journey.error)}</p>
        <div className="row">
          <Button onClick={onRetry}>Retry</Button>
        </div>
      </Banner>
    )
  }
  return (
    <>
      <Progress
        label={journey.step === 'arrived' ? work : `Sending ${name}`}
        percent={percentOf(journey, percent)}
      />
      <p role="status">{wordsFor(journey, work)}</p>
    </>
  )
}

function wordsFor(journey: Exclude<UploadState, { step: 'failed' }>, work: string): string {
  switch (journey.step) {
    case 'sending':
      return `Sending… ${journey.percent} %`
    case 'waiting':
      return 'Connection lost, waiting'
    case 'arrived':
      return `${work}…`
  }
}
