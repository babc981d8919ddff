const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric' })

/** "1 December 2026", for what ends some day: "in 9 days" is no good after "until". */
export const dayOf = (at: Date): string => DAY.format(at)
