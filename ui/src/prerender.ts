/** What the build renders: see `build/prerendered.ts`. */
export { BASIC_PAGES, renderBasic } from './basic'
export { renderFirstContent } from './first-content'
