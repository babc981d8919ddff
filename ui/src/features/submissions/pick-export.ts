import { pickFile, sizeProblemOf } from '../../lib/pick-file'

export const ACCEPT = '.pdf,.png,application/pdf,image/png'

/** Some tablets name no type, so the ending counts too. */
const isFormExport = ({ type, name }: File) =>
  type === 'application/pdf' || type === 'image/png' || /\.(pdf|png)$/i.test(name)

const problemOf = (file: File) =>
  isFormExport(file)
    ? sizeProblemOf(file)
    : `“${file.name}” is neither a PDF nor a PNG. Please export it as one.`

/** Takes the first file that can be read here; says what became of the others. */
export const pickExport = (files: File[]) => pickFile(files, files.map(problemOf))
