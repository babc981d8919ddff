import type { components } from '../../api/schema'

type Rect = components['schemas']['RectView']

/** The answer boxes of a form's page, in pixels of a page 1404 wide. */
export const REGIONS: Rect[] = [
  { top: 204, left: 126, width: 560, height: 438 },
  { top: 204, left: 720, width: 560, height: 438 },
  { top: 758, left: 126, width: 560, height: 438 },
  { top: 758, left: 720, width: 560, height: 438 },
  { top: 1311, left: 126, width: 560, height: 438 },
]
