// @ts-check
// Makes `src/api/limits.ts` from openapi.json; run by `npm run generate`.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The generated module. */
export const LIMITS = fileURLToPath(new URL('../src/api/limits.ts', import.meta.url))
const OPENAPI = new URL('../openapi.json', import.meta.url)

/**
 * Source of the module: the longest text of each field that has a limit, by the shape that it is sent in, or by the
 * operation whose query it is in.
 *
 * @returns {string}
 */
export function limitsSource() {
  const { components, paths } = JSON.parse(readFileSync(OPENAPI, 'utf8'))
  const lines = [...bodies(components.schemas), ...queries(paths)].flatMap(([name, schemas]) => {
    const fields = Object.entries(schemas).flatMap(([field, { maxLength }]) =>
      maxLength === undefined ? [] : `${field}: ${maxLength}`,
    )
    return fields.length === 0 ? [] : `  ${name}: { ${fields.join(', ')} },`
  })
  return `/** Longest texts in characters, by the shape or the operation that they are sent in. Made from openapi.json by \`npm run generate\`. */
export const MAX_LENGTHS = {
${lines.join('\n')}
} as const
`
}

/** @typedef {Record<string, { maxLength?: number }>} Schemas */

/**
 * Fields of each shape.
 *
 * @param {Record<string, { properties?: Schemas }>} shapes
 * @returns {[string, Schemas][]}
 */
const bodies = (shapes) =>
  Object.entries(shapes).map(([name, { properties = {} }]) => [name, properties])

/**
 * Parameters of each operation.
 *
 * @param {Record<string, Record<string, { operationId: string, parameters?: { name: string, schema: { maxLength?: number } }[] }>>} paths
 * @returns {[string, Schemas][]}
 */
const queries = (paths) =>
  Object.values(paths)
    .flatMap((operations) => Object.values(operations))
    .map(({ operationId, parameters = [] }) => [
      operationId,
      Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
    ])

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(LIMITS, limitsSource())
