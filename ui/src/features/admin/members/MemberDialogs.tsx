import { DeleteMemberDialog } from './DeleteMemberDialog'
import { DisableDialog } from './DisableDialog'
import type { Member } from './queries'
import { ResetLinkDialog } from './ResetLinkDialog'
import { SuspendDialog } from './SuspendDialog'

export type MemberAction = 'reset-link' | 'disable' | 'suspend' | 'delete'

interface MemberDialogsProps {
  action: MemberAction
  member: Member
  onClose(): void
  /** When the account was deleted, and the dialog is closed. */
  onGone(): void
}

/** What is asked or shown before something is done about a member. */
export function MemberDialogs({ action, onGone, ...dialog }: MemberDialogsProps) {
  switch (action) {
    case 'reset-link':
      return <ResetLinkDialog {...dialog} />
    case 'disable':
      return <DisableDialog {...dialog} />
    case 'suspend':
      return <SuspendDialog {...dialog} />
    case 'delete':
      return <DeleteMemberDialog {...dialog} onGone={onGone} />
  }
}
