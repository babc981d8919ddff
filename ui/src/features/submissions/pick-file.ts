import { inMegabytes } from '../../lib/numbers'

const LIMIT_MIB = 32
const LIMIT = LIMIT_MIB * 1024 * 1024

export const ACCEPT = '.pdf,.png,application/pdf,image/png'

interface Picked {
  file?: File
  /** Words about what was left out, and why. */
  note?: string
}

/** Some tablets name no type, so the ending counts too. */
const isFormExport = ({ type, name }: File) =>
  type === 'application/pdf' || type === 'image/png' || /\.(pdf|png)$/i.test(name)

function problemOf(file: File): string | undefined {
  if (!isFormExport(file))
    return `“${file.name}” is neither a PDF nor a PNG. Please export it as one.`
  if (file.size === 0) return `“${file.name}” is empty. Please export it again.`
  if (file.size > LIMIT) {
    return `“${file.name}” has ${inMegabytes(file.size)}. Files may have up to ${LIMIT_MIB} MB.`
  }
  return undefined
}

/** Takes the first file that can be read here; says what became of the others. */
export function pickFile(files: File[]): Picked {
  const file = files.find((each) => !problemOf(each))
  if (!file) return { note: files[0] && problemOf(files[0]) }
  if (files.length > 1) return { file, note: `One file at a time: “${file.name}” was taken.` }
  return { file }
}
