import { Drawing } from './Drawing'

/** A page leaves a tablet and flies to a bound book. */
export function TabletToBook() {
  return (
    <Drawing width={420} height={330}>
      <rect fill="var(--card)" x="16" y="84" width="158" height="214" rx="12" />
      <path fill="var(--page)" d="M32 102h126v164H32z" />
      <path d="M48 136q9-16 18 0t18 0 18 0 18 0M48 170q9-16 18 0t18 0 18 0 18 0M48 204q9-16 18 0t18 0M86 282h18" />
      <path fill="var(--card)" d="m190 60 76-22 20 26 10 62-86 22z" />
      <path fill="var(--sunk)" d="m266 38 4 32 16-6z" />
      <path d="M214 86q6-12 13-3t13-4 13-3M220 110q6-12 13-3t13-4 13-3" />
      <path strokeDasharray="3 9" d="M168 118q10-16 20-24M300 112q22 20 26 44" />
      <path fill="var(--card)" d="M250 178h130q16 0 16 14v106H266q-16 0-16-14z" />
      <path d="M250 284q0-14 16-14h130M290 206h70M290 226h46" />
      <path fill="var(--seal)" stroke="var(--seal)" d="M352 270v36l8-8 8 8v-36z" />
    </Drawing>
  )
}
