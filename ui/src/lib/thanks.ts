import { notify } from './notify'

/** Shows the toast that thanks for a report. */
export const thankForReport = () =>
  notify({
    message: 'Thank you. The admins will look at it. You won’t see it any more.',
    tone: 'good',
  })
