import { notify } from './notify'

/** Thanks a member for a report. */
export const thankForReport = () =>
  notify({
    message: 'Thank you. The admins will look at it. You won’t see it any more.',
    tone: 'good',
  })
