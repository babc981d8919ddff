/** Files, as a browser gets them. */

/** A file as the browser hands it over in a drop or a paste. */
export const transferOf = (page, { name, mimeType, buffer }) =>
  page.evaluateHandle(
    ({ fileName, type, base64 }) => {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
      const transfer = new DataTransfer()
      transfer.items.add(new File([bytes], fileName, { type }))
      return transfer
    },
    { fileName: name, type: mimeType, base64: buffer.toString('base64') },
  )
