import { notify } from './notify'

type TextControl = HTMLInputElement | HTMLTextAreaElement

/**
 * Copies the text of a field by selecting it, and returns a message about it. The clipboard API is not available on plain
 * http.
 */
export function selectAndCopy(field: TextControl): { message: string; tone?: 'good' } {
  field.focus()
  field.select()
  return document.execCommand('copy')
    ? { message: 'Copied.', tone: 'good' }
    : { message: 'The text is selected. Press Ctrl+C or choose Copy.' }
}

/** Copies the text of a field, and says so in a toast. */
export const copyFrom = (field: TextControl) => notify(selectAndCopy(field))
