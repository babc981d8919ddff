// @ts-check
// Makes `src/api/limits.ts` from openapi.json; run by `npm run generate`.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The generated module. */
export const LIMITS = fileURLToPath(new URL('../src/api/limits.ts', import.meta.url))
const OPENAPI = new URL('../openapi.json', import.meta.url)

/**
 * Source of the module: the longest text of each field that has a limit, by the shape that it is sent in.
 *
 * @returns {string}
 */
export function limitsSource() {
  /** @type {Record<string, { properties?: Record<string, { maxLength?: number }> }>} */
  const shapes = JSON.parse(readFileSync(OPENAPI, 'utf8')).components.schemas
  const lines = Object.entries(shapes).flatMap(([name, { properties = {} }]) => {
    const fields = Object.entries(properties).flatMap(([field, { maxLength }]) =>
      maxLength === undefined ? [] : `${field}: ${maxLength}`,
    )
    return fields.length === 0 ? [] : `  ${name}: { ${fields.join(', ')} },`
  })
  return `/** Longest texts in characters, by the shape that they are sent in. Made from openapi.json by \`npm run generate\`. */
export const MAX_LENGTHS = {
${lines.join('\n')}
} as const
`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(LIMITS, limitsSource())
