/** Page that a visitor asked for: it survives sign-up, profile, verification and sign-in. */
import { useSearchParams } from 'wouter'
import { getStored } from '../../lib/storage'
import { localPath, paths } from '../../paths'

/** Pages on the way in, which lead nowhere for those who have arrived. */
const WAY_IN = /^\/(sign(in|up)|verify)([/?]|$)/

function destination(last: string | null): string | undefined {
  // `publish` stands for the settings page.
  const path = last === 'publish' ? paths.settings : localPath(last)
  return path && !WAY_IN.test(path) ? path : undefined
}

/** Page to return to after sign-in, from the `last` parameter of the address. */
export const useLast = (): string | undefined => destination(useSearchParams()[0].get('last'))

/** Page to return to after following a mailed link, if the mail was requested in this browser. */
export const storedLast = (): string | undefined => destination(getStored('last'))
