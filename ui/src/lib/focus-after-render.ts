const TAKES_FOCUS = 'a, button, [tabindex]'
const FIELDS = 'input, select, textarea'

/** Focuses the first of these elements that exists after the next render. */
export function focusAfterRender(...ids: string[]) {
  setTimeout(() => {
    for (const id of ids) {
      const element = document.getElementById(id)
      const target = element?.matches(`${TAKES_FOCUS}, ${FIELDS}`)
        ? element
        : element?.querySelector(TAKES_FOCUS)
      if (target instanceof HTMLElement) return target.focus()
    }
  })
}

/**
 * Ids of the elements after this one, then those before it, then the page: candidates for the focus
 * when the element is removed from its list. Empty if the element is not there.
 */
export function idsBeside(selector: string, id: string): string[] {
  const ids = Array.from(document.querySelectorAll(selector), (element) => element.id)
  const place = ids.indexOf(id)
  if (place < 0) return []
  return [...ids.slice(place + 1), ...ids.slice(0, place).reverse(), 'content']
}
