/** "1.4 MB": how people and their file managers write a size. */
export function inMegabytes(bytes: number): string {
  const megabytes = bytes / 1_000_000
  return megabytes < 0.1 ? `${Math.ceil(bytes / 1000)} kB` : `${megabytes.toFixed(1)} MB`
}
