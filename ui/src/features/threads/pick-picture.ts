import { pickFile, sizeProblemOf } from '../../lib/pick-file'
import { isPng } from './png'

async function problemOf(file: File): Promise<string | undefined> {
  try {
    return (await isPng(file)) ? sizeProblemOf(file) : 'Please select a PNG file.'
  } catch {
    return `“${file.name}” cannot be read. Please choose it again.`
  }
}

/** Takes the first PNG; says what became of the others. */
export const pickPicture = async (files: File[]) =>
  pickFile(files, await Promise.all(files.map(problemOf)))
