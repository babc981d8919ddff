import { Button } from '../../ui/Button'
import { Progress } from '../../ui/Progress'
import { useDroppedFiles } from '../../ui/use-dropped-files'

interface PageProgressProps {
  /** The file's. */
  name: string
  percent: number
  onCancel(): void
}

/** A page on its way. */
export function PageProgress({ name, percent, onCancel }: PageProgressProps) {
  useDroppedFiles(undefined)
  const isSent = percent === 100
  return (
    <div className="stack">
      <p>
        <strong>{name}</strong>
      </p>
      <Progress label={`Sending ${name}`} percent={isSent ? undefined : percent} />
      <p role="status">{isSent ? 'Looking at your page…' : `Sending… ${percent} %`}</p>
      <div className="row">
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </div>
  )
}
