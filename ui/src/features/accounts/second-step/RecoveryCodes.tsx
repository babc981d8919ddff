import { Button } from '../../../ui/Button'
import styles from './second-step.module.css'

interface RecoveryCodesProps {
  codes: string[]
  onKept(): void
}

/** Shown once: the server keeps only what it needs to recognise them. */
export function RecoveryCodes({ codes, onKept }: RecoveryCodesProps) {
  const text = `${codes.join('\n')}\n`
  return (
    <div className="stack">
      <p>
        If you lose your phone, each of these codes signs you in once. They won’t be shown again:
        write them down, or save them where you can find them without the phone.
      </p>
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="row">
        <a
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="recovery-codes.txt"
        >
          Save as a file
        </a>
        <Button look="primary" onClick={onKept}>
          I’ve saved them
        </Button>
      </div>
    </div>
  )
}
