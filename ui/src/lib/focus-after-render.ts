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
