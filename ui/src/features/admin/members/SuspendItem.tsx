import { useMember } from '../../../lib/session'
import { MenuButton } from '../../../ui/Menu'
import type { Member } from './queries'
import { useRelease } from './suspension-queries'

interface SuspendItemProps {
  member: Member
  /** It needs a dialog. */
  onSuspend(): void
}

/** The beginning of a suspension, or its end. Nobody suspends themselves. */
export function SuspendItem({ member: { uid, suspension }, onSuspend }: SuspendItemProps) {
  const release = useRelease()
  if (useMember().uid === uid) return null
  if (!suspension) return <MenuButton onClick={onSuspend}>Suspend…</MenuButton>
  return <MenuButton onClick={() => release.mutate(uid)}>End suspension</MenuButton>
}
