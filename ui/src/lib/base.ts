import { community } from './community'

/**
 * A path of ours as the browser knows it. The router does the same by itself for its links and pages,
 * so this is for all that goes past it: calls, files, the history.
 */
export const at = (path: string): string => community.base + path

/** The page that is open, as the router and `paths.ts` name it. */
export function here(): string {
  const { pathname, search } = window.location
  return pathname.slice(community.base.length) + search
}

/** The storage is that of the whole host: another place on it has keys of its own. */
export const keyOf = (name: string): string => (community.base ? `${community.base}/${name}` : name)
