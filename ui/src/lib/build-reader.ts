/**
 * Reader for whom the build renders a page, where there is neither a document nor a browser's storage: a visitor on a screen,
 * unless the templates of first contents say otherwise.
 */
export const buildReader: {
  /** Attributes of `<html>`. */
  dataset: DOMStringMap
  /** Values in the browser's storage, by key. */
  stored: Partial<Record<string, string>>
} = { dataset: {}, stored: {} }
