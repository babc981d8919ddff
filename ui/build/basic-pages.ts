import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import react from '@vitejs/plugin-react'
import { build, type Plugin } from 'vite'

/** What `src/basic.tsx` gives. */
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
 * Writes what stands on every public page to `basic/…html`, for browsers that run no scripts, and to
 * `basic-with-game/…html` as it is where the prize game is played.
 *
 * The pages are built once more, for Node this time. Class names are made of the styles' own text,
 * so they are the same in both builds, and the one style sheet serves both.
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

/** Every page by its address. */
async function draw(root: string, withGame: 'yes' | 'no'): Promise<[path: string, html: string][]> {
  // Below our packages, where Node finds them.
  const outDir = mkdtempSync(join(root, 'node_modules', '.basic-'))
  try {
    await build({
      root,
      configFile: false,
      logLevel: 'error',
      plugins: [react()],
      // The home page chooses one of two pictures; a build comes out the same each time.
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
