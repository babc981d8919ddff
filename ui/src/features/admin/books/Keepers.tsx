import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { useRoles } from '../../../entities/member/roles'
import { errorMessage } from '../../../lib/api-error'
import { focusAfterRender } from '../../../lib/focus-after-render'
import { useMember } from '../../../lib/session'
import { paths } from '../../../paths'
import { Badge } from '../../../ui/Badge'
import { Banner } from '../../../ui/Banner'
import { Button } from '../../../ui/Button'
import { required } from '../../../ui/checks'
import { Dialog } from '../../../ui/Dialog'
import { Form } from '../../../ui/Form'
import { Skeleton } from '../../../ui/Skeleton'
import { Submit } from '../../../ui/Submit'
import { TextField } from '../../../ui/TextField'
import {
  type AdminBook,
  type Keeper,
  useAddKeeper,
  useKeepers,
  useRemoveKeeper,
  useResign,
} from './queries'

type Open = { dialog: 'add' } | { dialog: 'remove' | 'resign'; keeper: Keeper } | undefined

/** Members who look after a book. Admins add and remove them; a keeper may resign. */
export function Keepers({ book }: { book: AdminBook }) {
  const { isAdmin } = useRoles()
  const { data: keepers, error, refetch } = useKeepers(book)
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const isLast = keepers?.length === 1
  return (
    <section className="stack" aria-labelledby="keepers">
      <h2 id="keepers" tabIndex={-1}>
        Keepers
      </h2>
      {error && !keepers && (
        <Banner tone="error">
          <p>{errorMessage(error)}</p>
          <div className="row">
            <Button onClick={() => void refetch()}>Try again</Button>
          </div>
        </Banner>
      )}
      {!keepers && !error && <Skeleton label="Loading keepers…" lines={1} />}
      {keepers && keepers.length === 0 && <p>This book has no keepers, so admins look after it.</p>}
      {keepers && keepers.length > 0 && (
        <ul>
          {keepers.map((keeper) => (
            <KeeperItem key={keeper.uid} keeper={keeper} onAsk={setOpen} />
          ))}
        </ul>
      )}
      {isAdmin && keepers && (
        <>
          <p className="meta">
            Keepers edit and publish this book, see its memos, and invite people to it.
          </p>
          <div className="row">
            <Button onClick={() => setOpen({ dialog: 'add' })}>Add a keeper…</Button>
          </div>
        </>
      )}
      {open?.dialog === 'add' && <AddKeeperDialog book={book} onClose={close} />}
      {open?.dialog === 'remove' && (
        <RemoveKeeperDialog book={book} keeper={open.keeper} isLast={isLast} onClose={close} />
      )}
      {open?.dialog === 'resign' && (
        <ResignDialog book={book} keeper={open.keeper} isLast={isLast} onClose={close} />
      )}
    </section>
  )
}

interface KeeperItemProps {
  keeper: Keeper
  onAsk(open: Open): void
}

/** A keeper, with a link to their page for admins. */
function KeeperItem({ keeper, onAsk }: KeeperItemProps) {
  const { isAdmin } = useRoles()
  const isSelf = useMember().uid === keeper.uid
  const { uid, name, username, disabled } = keeper
  return (
    <li className="row">
      <span>
        {isAdmin ? <Link href={paths.adminMember(uid)}>{name}</Link> : name}{' '}
        <span className="meta">{username}</span>
      </span>
      {disabled && <Badge seal>Disabled</Badge>}
      {isAdmin && (
        <Button
          variant="quiet"
          aria-label={`Remove ${name} as keeper…`}
          onClick={() => onAsk({ dialog: 'remove', keeper })}
        >
          Remove…
        </Button>
      )}
      {!isAdmin && isSelf && (
        <Button variant="quiet" onClick={() => onAsk({ dialog: 'resign', keeper })}>
          Stop looking after this book…
        </Button>
      )}
    </li>
  )
}

interface AddKeeperDialogProps {
  book: AdminBook
  onClose(): void
}

/** Dialog that makes a member a keeper. */
function AddKeeperDialog({ book, onClose }: AddKeeperDialogProps) {
  const add = useAddKeeper(book, onClose)
  return (
    <Dialog title={`Add a keeper to ${book.name}`} onClose={onClose}>
      <Form<'member'>
        onSubmit={({ member }) => add.mutate(member.trim())}
        error={add.error}
        busy={add.isPending}
      >
        <TextField
          name="member"
          label="Username or email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          check={required('Enter the username or email of a member.')}
        />
        <Submit>{add.isPending ? 'Adding…' : 'Add the keeper'}</Submit>
      </Form>
    </Dialog>
  )
}

interface KeeperDialogProps {
  book: AdminBook
  keeper: Keeper
  /** Whether the book has no other keeper. */
  isLast: boolean
  onClose(): void
}

/** Dialog that confirms the dismissal of a keeper. */
function RemoveKeeperDialog({ book, keeper, isLast, onClose }: KeeperDialogProps) {
  const { mutate, isPending, error } = useRemoveKeeper({ book, keeper }, () => {
    onClose()
    // The button that opened the dialog is removed with its keeper.
    focusAfterRender('keepers')
  })
  return (
    <Dialog title={`Remove ${keeper.name} as keeper?`} onClose={onClose}>
      <div className="stack">
        {error && <Banner tone="error">{errorMessage(error)}</Banner>}
        <p>
          {keeper.name} can no longer edit “{book.name}” or see its memos. Invitations that they
          made to it are withdrawn.
        </p>
        {isLast && <LastKeeperNote />}
        <div className="row">
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" busy={isPending} onClick={() => mutate()}>
            Remove the keeper
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

/** Dialog that confirms a resignation, which leads to the other books of the keeper, or home. */
function ResignDialog({ book, keeper, isLast, onClose }: KeeperDialogProps) {
  const { keeperOf } = useRoles()
  const [, navigate] = useLocation()
  const { mutate, isPending, error } = useResign({ book, keeper }, () =>
    navigate(keeperOf.length > 1 ? paths.adminBooks : paths.begin, { replace: true }),
  )
  return (
    <Dialog title={`Stop looking after ${book.name}?`} onClose={onClose}>
      <div className="stack">
        {error && <Banner tone="error">{errorMessage(error)}</Banner>}
        <p>
          You can no longer edit it or see its memos, and your invitations to it are withdrawn. Only
          an admin can make you a keeper again.
        </p>
        {isLast && <LastKeeperNote />}
        <div className="row">
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" busy={isPending} onClick={() => mutate()}>
            Stop looking after it
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

const LastKeeperNote = () => <p>It has no other keeper: admins look after it from then on.</p>
