/** Numbers as readers write them; one place, so that another language is one more word here. */
export const LANGUAGE = 'en'

const plain = new Intl.NumberFormat(LANGUAGE)
const tenths = new Intl.NumberFormat(LANGUAGE, {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
})
const plural = new Intl.PluralRules(LANGUAGE)

/** "1,200". */
export const formatNumber = (count: number) => plain.format(count)

/** "1 entry", "1,200 entries". */
export const formatEntries = (count: number) =>
  `${plain.format(count)} ${plural.select(count) === 'one' ? 'entry' : 'entries'}`

/** "1 answer", "1,200 answers". */
export const formatAnswers = (count: number) =>
  `${plain.format(count)} ${plural.select(count) === 'one' ? 'answer' : 'answers'}`

/** "1 post", "1,200 posts". */
export const formatPosts = (count: number) =>
  `${plain.format(count)} ${plural.select(count) === 'one' ? 'post' : 'posts'}`

/** "1 picture", "1,200 pictures". */
export const formatPictures = (count: number) =>
  `${plain.format(count)} ${plural.select(count) === 'one' ? 'picture' : 'pictures'}`

/** "1.4 MB": how people and their file managers write a size. */
export function formatMegabytes(bytes: number): string {
  const megabytes = bytes / 1_000_000
  return megabytes < 0.1
    ? `${plain.format(Math.ceil(bytes / 1000))} kB`
    : `${tenths.format(megabytes)} MB`
}

/** "1.4 GB": how much room a disk has. */
export const formatGigabytes = (bytes: number) => `${tenths.format(bytes / 1_000_000_000)} GB`
