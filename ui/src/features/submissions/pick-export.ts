import { pickFile, sizeProblemOf } from '../../lib/pick-file'

export const ACCEPT = '.pdf,.png,application/pdf,image/png'

/** Whether a file is a form, by type or by ending: some tablets set no type. */
const isFormExport = ({ type, name }: File) =>
  type === 'application/pdf' || type === 'image/png' || /\.(pdf|png)$/i.test(name)

const problemOf = (file: File) =>
  isFormExport(file)
    ? sizeProblemOf(file)
    : `“${file.name}” is neither a PDF nor a PNG. Please export it as one.`

/** Picks the first file that can be read; notes the reasons for the others. */
export const pickExport = (files: File[]) => pickFile(files, files.map(problemOf))
