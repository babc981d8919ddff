import { CopyField } from '../../ui/CopyField'

/** Private link of a guest, to copy and keep. The server shows it once. */
export function PrivateLink({ link }: { link: string }) {
  return (
    <>
      <p>
        <strong>Keep this link.</strong> It’s the only way back to your answers, on this device and
        on others. Anyone who has it can change them.
      </p>
      <CopyField
        name="private-link"
        label="Your private link"
        value={link}
        copyLabel="Copy your private link"
      />
    </>
  )
}
