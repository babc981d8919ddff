const TAKES_FOCUS = 'a, button, [tabindex]'
const FIELDS = 'input, select, textarea'

/** Gives focus to the first of these elements that is there once what has just changed is drawn. */
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
