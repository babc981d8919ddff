import { type ReactNode, useState } from 'react'
import { errorMessage } from '../../lib/api-error'
import { useNavigationGuard } from '../../lib/navigation-guard'
import { Banner } from '../../ui/Banner'
import { Button } from '../../ui/Button'
import { FileRow } from '../../ui/FileRow'
import { Progress } from '../../ui/Progress'
import { isUnderWay, type UploadState } from './use-upload'

interface UploadRowProps {
  file: File
  /** Undefined while it waits to be sent. */
  state: UploadState | undefined
  /** Label of the work on the server, such as "Reading your handwriting…". */
  work: string
  /** Progress of the work in percent, if known. */
  percent?: number
  onCancel(): void
  /** Label of the button that removes the file while nothing is sent. */
  remove?: string
  onRemove?(): void
  onRetry(): void
}

/** A file with the state of its upload. */
export function UploadRow({
  file,
  state,
  work,
  percent,
  onCancel,
  remove = 'Remove file',
  onRemove = onCancel,
  onRetry,
}: UploadRowProps) {
  const underWay = isUnderWay(state)
  return (
    <FileRow
      file={file}
      mark={state?.step === 'failed' ? 'bad' : 'way'}
      action={underWay ? 'Cancel' : remove}
      onAction={underWay ? onCancel : onRemove}
    >
      {state && (
        <Status state={state} name={file.name} work={work} percent={percent} onRetry={onRetry} />
      )}
    </FileRow>
  )
}

/** Progress of an upload in percent; undefined if unknown. */
function percentOf(state: UploadState, ofWork: number | undefined): number | undefined {
  if (state.step === 'processing') return ofWork
  return state.step === 'sending' ? state.percent : 0
}

interface StatusProps {
  state: UploadState
  name: string
  work: string
  percent: number | undefined
  onRetry(): void
}

function Status({ state, name, work, percent, onRetry }: StatusProps) {
  if (state.step === 'failed') {
    return (
      <Banner tone="error">
        <p>{errorMessage(state.error)}</p>
        <div className="row">
          <Button onClick={onRetry}>Retry</Button>
        </div>
      </Banner>
    )
  }
  return (
    <>
      <Progress
        label={state.step === 'processing' ? work : `Sending ${name}`}
        percent={percentOf(state, percent)}
      />
      <p role="status">{formatStatus(state, work)}</p>
    </>
  )
}

function formatStatus(state: Exclude<UploadState, { step: 'failed' }>, work: string): string {
  switch (state.step) {
    case 'sending':
      return `Sending… ${state.percent}%`
    case 'waiting':
      return 'Connection lost, retrying'
    case 'processing':
      return work
  }
}

interface Guarded {
  /** Closes the dialog, or asks first. */
  close(): void
  question: ReactNode
}

/** Asks before a dialog with a running upload is closed or its page left. */
export function useUploadCloseGuard(isSending: boolean, onClose: () => void): Guarded {
  const [wantsToClose, setWantsToClose] = useState(false)
  useNavigationGuard(
    isSending ? 'Your page is still being sent. It is lost if you leave now.' : undefined,
  )
  const close = () => {
    setWantsToClose(isSending)
    if (!isSending) onClose()
  }
  const question = wantsToClose && isSending && (
    <Banner tone="warn">
      <p>Your page is still being sent.</p>
      <div className="row">
        <Button onClick={() => setWantsToClose(false)}>Keep sending</Button>
        <Button onClick={onClose}>Stop and close</Button>
      </div>
    </Banner>
  )
  return { close, question }
}
