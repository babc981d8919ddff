/** Entry of the build that renders pages: see `build/prerendered.ts`. */
export { BASIC_PAGES, renderBasic } from './basic'
export { renderFirstContent } from './first-content'
