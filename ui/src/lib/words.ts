/** "1 entry", "12 entries". */
export const inEntries = (count: number) => (count === 1 ? '1 entry' : `${count} entries`)
