import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import react from '@vitejs/plugin-react'
import { build, type Plugin } from 'vite'

/** Exports of `src/prerender.ts`. */
interface Prerender {
  BASIC_PAGES: readonly string[]
  renderBasic(path: string): Promise<string>
  renderFirstContent(): Promise<[name: string, template: string][]>
}

/** Rendered file and its content. */
type Rendered = [fileName: string, source: string]

const ENTRY = 'src/prerender.ts'
const FOLDERS = [
  ['basic', 'no'],
  ['basic-with-game', 'yes'],
] as const

/**
 * Writes the content of every public page to `basic/…html`, for browsers without scripts, and to
 * `basic-with-game/…html` for communities with the prize game; and the templates of what pages show
 * first to `first-content/…html`. They are built for Node; class names derive from the style source, so
 * both builds share one style sheet.
 */
export function prerendered(): Plugin {
  let root = ''
  return {
    name: 'inkfold:prerendered',
    apply: 'build',
    configResolved(config) {
      root = config.root
    },
    async generateBundle() {
      for (const [folder, withGame] of FOLDERS) {
        for (const [fileName, source] of await render(root, folder, withGame)) {
          this.emitFile({ type: 'asset', fileName, source })
        }
      }
    },
  }
}

/** Renders the basic pages of a folder. The first contents, which are the same with and without the game, come with one of them. */
async function render(root: string, folder: string, withGame: 'yes' | 'no'): Promise<Rendered[]> {
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
    const { BASIC_PAGES, renderBasic, renderFirstContent }: Prerender = await import(
      pathToFileURL(join(outDir, 'prerender.js')).href
    )
    const pages = await Promise.all(
      BASIC_PAGES.map(async (path): Promise<Rendered> => {
        const fileName = `${folder}${path === '/' ? '/home' : path}.html`
        return [fileName, await renderBasic(path)]
      }),
    )
    // Afterwards, because the templates have another name of the community.
    const templates = withGame === 'no' ? await renderFirstContent() : []
    return pages.concat(
      templates.map(([name, html]): Rendered => [`first-content/${name}.html`, html]),
    )
  } finally {
    rmSync(outDir, { recursive: true })
  }
}
