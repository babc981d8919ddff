import { notify } from './notify'

/** Thanks a member for a report. */
export const thankForReport = () =>
  notify({
    words: 'Thank you. The admins will look at it. You do not see it any more.',
    tone: 'good',
  })
