import { serverConfig } from './server-config'

/** Path including the base path. For calls, files and the history: the router adds it to its own links and routes. */
export const withBasePath = (path: string): string => serverConfig.base + path

/** Path of the open page without the base path. */
export function currentPath(): string {
  const { pathname, search } = window.location
  return pathname.slice(serverConfig.base.length) + search
}

/** Storage key with the base path, because the storage belongs to the whole host. */
export const storageKey = (name: string): string =>
  serverConfig.base ? `${serverConfig.base}/${name}` : name
