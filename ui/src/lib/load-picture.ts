/** Loads a picture from an address of any kind. Rejects if the browser can't decode it. */
export function loadPicture(address: string): Promise<HTMLImageElement> {
  return new Promise((resolve, reject) => {
    const picture = new Image()
    picture.onload = () => resolve(picture)
    picture.onerror = () => reject(new Error('not a picture that this browser knows'))
    picture.src = address
  })
}
