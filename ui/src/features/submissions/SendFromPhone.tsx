import { useEffect } from 'react'
import type { components } from '../../api/schema'
import { errorMessage } from '../../lib/api-error'
import { Banner } from '../../ui/Banner'
import { Button } from '../../ui/Button'
import { Dialog } from '../../ui/Dialog'
import styles from './HandOver.module.css'
import { useHandOver, useOpenHandOver } from './queries'
import type { Extraction } from './use-form-extraction'

interface SendFromPhoneProps {
  bid: string
  onRead(extraction: Extraction): void
}

/** Button that lets a phone upload the form for a tablet whose browser cannot. */
export function SendFromPhone({ bid, onRead }: SendFromPhoneProps) {
  const open = useOpenHandOver(bid)
  return (
    <>
      <Button busy={open.isPending} onClick={() => open.mutate()}>
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was read is passed on once.
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
      <p>
        Point the camera of your phone at this picture, and choose the file or take a photo there.
      </p>
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
