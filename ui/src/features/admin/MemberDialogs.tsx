import { DisableDialog } from './DisableDialog'
import type { Member } from './queries'
import { ResetLinkDialog } from './ResetLinkDialog'
import { SuspendDialog } from './SuspendDialog'

export type MemberAction = 'reset-link' | 'disable' | 'suspend'

interface MemberDialogsProps {
  action: MemberAction
  member: Member
  onClose(): void
}

/** What is asked or shown before something is done about a member. */
export function MemberDialogs({ action, ...dialog }: MemberDialogsProps) {
  switch (action) {
    case 'reset-link':
      return <ResetLinkDialog {...dialog} />
    case 'disable':
      return <DisableDialog {...dialog} />
    case 'suspend':
      return <SuspendDialog {...dialog} />
  }
}
