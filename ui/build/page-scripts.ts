import type { Plugin, Rolldown } from 'vite'

/** Module that every lazily loaded page needs besides its own. */
const QUERIES = 'Queries'

/**
 * Writes `page-scripts.json`: for each lazily loaded page, by its component, the scripts that it needs besides the first
 * ones. The server lists them in the head of that page, so that they are not fetched one after the other.
 */
export function pageScripts(): Plugin {
  return {
    name: 'inkfold:page-scripts',
    apply: 'build',
    generateBundle(_options, bundle) {
      const scripts = Object.fromEntries(scriptsByPage(bundle))
      this.emitFile({
        type: 'asset',
        fileName: 'page-scripts.json',
        source: JSON.stringify(scripts),
      })
    },
  }
}

function scriptsByPage(bundle: Rolldown.OutputBundle): [page: string, files: string[]][] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const withImports = (entries: string[]) => {
    const found = new Set(entries)
    for (const file of found) {
      for (const imported of chunks.find(({ fileName }) => fileName === file)?.imports ?? []) {
        found.add(imported)
      }
    }
    return found
  }
  const initial = withImports(
    chunks.filter(({ isEntry }) => isEntry).map((chunk) => chunk.fileName),
  )
  const pages = chunks.filter(({ isDynamicEntry }) => isDynamicEntry)
  const queries = pages.filter(({ facadeModuleId }) => facadeModuleId?.endsWith(`/${QUERIES}.tsx`))
  return pages.map((page) => {
    const files = withImports([page, ...queries].map(({ fileName }) => fileName))
    return [page.name, [...files].filter((file) => !initial.has(file)).sort()]
  })
}
