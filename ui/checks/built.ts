import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Rolldown } from 'vite'
import { afterAll, beforeAll, vi } from 'vitest'

export type BuiltFile = Rolldown.OutputChunk | Rolldown.OutputAsset

/** Production build, made once for the tests of a file. */
export function builtFiles(): () => BuiltFile[] {
  const outDir = mkdtempSync(join(tmpdir(), 'inkfold-ui-'))
  let files: BuiltFile[] = []

  beforeAll(async () => {
    vi.stubEnv('NODE_ENV', 'production')
    const root = fileURLToPath(new URL('..', import.meta.url))
    const built = await build({ root, logLevel: 'error', build: { outDir } })
    files = (Array.isArray(built) ? built : [built]).flatMap((each) =>
      'output' in each ? each.output : [],
    )
  }, 120_000)

  afterAll(() => {
    vi.unstubAllEnvs()
    rmSync(outDir, { recursive: true })
  })

  return () => files
}
