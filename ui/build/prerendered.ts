import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import react from '@vitejs/plugin-react'
import { build, type Plugin } from 'vite'

/** Exports of `src/basic.tsx`. */
interface Basic {
  BASIC_PAGES: readonly string[]
  renderBasic(path: string): Promise<string>
}

const ENTRY = 'src/basic.tsx'
const FOLDERS = [
  ['basic', 'no'],
  ['basic-with-game', 'yes'],
] as const

/**
 * Writes the content of every public page to `basic/…html`, for browsers without scripts, and to
 * `basic-with-game/…html` for communities with the prize game. The pages are built for Node; class
 * names derive from the style source, so both builds share one style sheet.
 */
export function basicPages(): Plugin {
  let root = ''
  return {
    name: 'inkfold:basic-pages',
    apply: 'build',
    configResolved(config) {
      root = config.root
    },
    async generateBundle() {
      for (const [folder, withGame] of FOLDERS) {
        for (const [path, source] of await draw(root, withGame)) {
          const fileName = `${folder}${path === '/' ? '/home' : path}.html`
          this.emitFile({ type: 'asset', fileName, source })
        }
      }
    },
  }
}

/** Rendered pages by address. */
async function draw(root: string, withGame: 'yes' | 'no'): Promise<[path: string, html: string][]> {
  // Inside node_modules, so that Node finds the packages.
  const outDir = mkdtempSync(join(root, 'node_modules', '.basic-'))
  try {
    await build({
      root,
      configFile: false,
      logLevel: 'error',
      plugins: [react()],
      // Makes the random picture of the home page deterministic.
      define: {
        'Math.random': '(() => 0)',
        'import.meta.env.VITE_WITH_GAME': JSON.stringify(withGame),
      },
      build: { ssr: ENTRY, outDir, copyPublicDir: false },
    })
    const { BASIC_PAGES, renderBasic }: Basic = await import(
      pathToFileURL(join(outDir, 'basic.js')).href
    )
    return await Promise.all(
      BASIC_PAGES.map(async (path): Promise<[string, string]> => [path, await renderBasic(path)]),
    )
  } finally {
    rmSync(outDir, { recursive: true })
  }
}
