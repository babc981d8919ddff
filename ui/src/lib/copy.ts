import { notify } from './notify'

/** Copies the text of a field by selecting it. The clipboard API is not available on plain http. */
export function copyFrom(field: HTMLInputElement | HTMLTextAreaElement) {
  field.focus()
  field.select()
  if (document.execCommand('copy')) notify({ message: 'Copied.', tone: 'good' })
  else notify({ message: 'The text is selected. Press Ctrl+C or choose Copy.' })
}
