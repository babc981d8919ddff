import { formatFileSize } from './format'
import { serverConfig } from './server-config'

/** Limit of the server in MiB, which it calls MB as its settings and messages do. */
const LIMIT_MIB = serverConfig.maxUploadMib
const LIMIT = LIMIT_MIB * 1024 * 1024

export interface Picked {
  file?: File
  /** Note about files that were left out, with the reasons. */
  note?: string
}

/** Problem with the size of a file that the server would refuse. */
export function sizeProblemOf({ name, size }: File): string | undefined {
  if (size === 0) return `“${name}” is empty. Please export it again.`
  if (size <= LIMIT) return undefined
  return `“${name}” is ${formatFileSize(size)}. The limit is ${LIMIT_MIB} MB.`
}

/** Picks the first file without a problem; notes the reasons for the others. */
export function pickFile(files: File[], problems: (string | undefined)[]): Picked {
  const file = files[problems.indexOf(undefined)]
  if (!file) return { note: problems[0] }
  if (files.length > 1) return { file, note: `One file at a time: “${file.name}” was added.` }
  return { file }
}
