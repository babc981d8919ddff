import { words } from '../locales/en'
import { Dialog } from '../ui/Dialog'
import { DisplayChoices } from '../ui/DisplayChoices'

/** Dialog with the display settings of this device. */
export function DisplayDialog({ onClose }: { onClose(): void }) {
  return (
    <Dialog title={words.display.title} onClose={onClose}>
      <div className="stack">
        <DisplayChoices />
        <p className="meta">{words.display.kept}</p>
      </div>
    </Dialog>
  )
}
