import { notify } from './notify'

/**
 * Copies what a field shows. The clipboard of newer browsers is closed to pages on plain http, so
 * this selects and copies as they always could.
 */
export function copyFrom(field: HTMLInputElement | HTMLTextAreaElement) {
  field.focus()
  field.select()
  if (document.execCommand('copy')) notify({ message: 'Copied.', tone: 'good' })
  else notify({ message: 'It is selected: copy it as you would any text.' })
}
