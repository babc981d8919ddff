/** Whether a picture stands in a book. */

/** The compressed pixels of a PNG: a book takes them over byte for byte. */
export function pixelsOf(png) {
  const parts = []
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at)
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') {
      parts.push(png.subarray(at + 8, at + 8 + length))
    }
    at += length + 12
  }
  return Buffer.concat(parts)
}

/**
 * The pictures of a member's entries, as the page shows them.
 * @param {import('playwright-core').Page} page
 * @returns {Promise<Buffer[]>}
 */
export async function picturesOn(page) {
  const addresses = await page
    .getByRole('img', { name: 'Your handwriting' })
    .evaluateAll((pictures) => pictures.map((picture) => picture.src))
  return Promise.all(addresses.map(async (url) => (await page.request.get(url)).body()))
}
