import { basename } from 'node:path'
import type { Plugin, Rolldown } from 'vite'

/** Module that every lazily loaded page needs besides its own. */
const QUERY_PROVIDER = 'QueryProvider'

/**
 * Writes `page-scripts.json`: for each lazily loaded page, by its component, the scripts that it needs besides the first
 * ones. The server lists them in the head of that page, so that they are not fetched one after the other.
 */
export function pageScripts(): Plugin {
  return {
    name: 'inkfold:page-scripts',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const isLazy = (id: string) => (this.getModuleInfo(id)?.dynamicImporters.length ?? 0) > 0
      const lazy = chunks.flatMap(({ fileName, moduleIds }) =>
        moduleIds.filter(isLazy).map((id) => ({ component: basename(id, '.tsx'), fileName })),
      )
      const providers = lazy.filter(({ component }) => component === QUERY_PROVIDER)
      const initial = chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName)
      const first = withImports(chunks, initial)
      const scripts = lazy.map(({ component, fileName }) => {
        const files = withImports(chunks, [fileName, ...providers.map(({ fileName }) => fileName)])
        return [component, [...files].filter((file) => !first.has(file)).sort()]
      })
      this.emitFile({
        type: 'asset',
        fileName: 'page-scripts.json',
        source: JSON.stringify(Object.fromEntries(scripts)),
      })
    },
  }
}

/** The chunks with all their static imports. */
function withImports(chunks: Rolldown.OutputChunk[], entries: string[]): Set<string> {
  const found = new Set(entries)
  for (const file of found) {
    for (const imported of chunks.find(({ fileName }) => fileName === file)?.imports ?? []) {
      found.add(imported)
    }
  }
  return found
}
