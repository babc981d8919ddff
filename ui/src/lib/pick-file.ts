import { formatFileSize } from './format'
import { serverConfig } from './server-config'

const LIMIT_MIB = serverConfig.maxUploadMib
const LIMIT = LIMIT_MIB * 1024 * 1024

export interface Picked {
  file?: File
  /** Words about what was left out, and why. */
  note?: string
}

/** What the server would refuse of any file, known before it is sent. */
export function sizeProblemOf({ name, size }: File): string | undefined {
  if (size === 0) return `“${name}” is empty. Please export it again.`
  if (size <= LIMIT) return undefined
  return `“${name}” has ${formatFileSize(size)}. Files may have up to ${LIMIT_MIB} MB.`
}

/** Takes the first file that has no problem; says what became of the others. */
export function pickFile(files: File[], problems: (string | undefined)[]): Picked {
  const file = files[problems.indexOf(undefined)]
  if (!file) return { note: problems[0] }
  if (files.length > 1) return { file, note: `One file at a time: “${file.name}” was taken.` }
  return { file }
}
