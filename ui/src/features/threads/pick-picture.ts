import { pickFile, sizeProblemOf } from '../../lib/pick-file'

async function problemOf(file: File): Promise<string | undefined> {
  try {
    return (await isPng(file)) ? sizeProblemOf(file) : 'Please select a PNG file.'
  } catch {
    return `“${file.name}” can’t be read. Please choose it again.`
  }
}

/** Picks the first PNG; notes the reasons for the others. */
export const pickPicture = async (files: File[]) =>
  pickFile(files, await Promise.all(files.map(problemOf)))

/** First bytes of every PNG. */
const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

/** Not `file.arrayBuffer()`: Chromium 75 doesn't have it. */
const firstBytesOf = (file: Blob) =>
  new Promise<Uint8Array>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(new Uint8Array(reader.result as ArrayBuffer))
    reader.onerror = () => reject(reader.error)
    reader.readAsArrayBuffer(file.slice(0, SIGNATURE.length))
  })

/** Whether a file is a PNG: by type or ending, because some tablets set no type, and by its first bytes. */
async function isPng(file: File): Promise<boolean> {
  const isNamed = file.type ? file.type === 'image/png' : /\.png$/i.test(file.name)
  if (!isNamed) return false
  const bytes = await firstBytesOf(file)
  return SIGNATURE.every((byte, index) => bytes[index] === byte)
}
