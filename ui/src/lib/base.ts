import { serverConfig } from './server-config'

/**
 * A path of ours as the browser knows it. The router does the same by itself for its links and pages,
 * so this is for all that goes past it: calls, files, the history.
 */
export const withBasePath = (path: string): string => serverConfig.base + path

/** The page that is open, as the router and `paths.ts` name it. */
export function currentPath(): string {
  const { pathname, search } = window.location
  return pathname.slice(serverConfig.base.length) + search
}

/** The storage is that of the whole host: another place on it has keys of its own. */
export const storageKey = (name: string): string =>
  serverConfig.base ? `${serverConfig.base}/${name}` : name
