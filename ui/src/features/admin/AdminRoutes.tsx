import type { ComponentProps, ReactNode } from 'react'
import { Redirect, Route, Switch } from 'wouter'
import { useRoles } from '../../entities/member/roles'
import { lazyPage } from '../../lazy-page'
import { paths } from '../../paths'
import { AdminArea, RefusedRoute } from '../../shell/AdminArea'
import { NotFoundPage } from '../../shell/ErrorPages'
import { GameOnly } from '../../shell/MembersOnly'

const AdminOverviewPage = lazyPage(
  async () => (await import('./overview/OverviewPage')).OverviewPage,
)
const AdminAllMemosPage = lazyPage(async () => (await import('./memos/AllMemosPage')).AllMemosPage)
const AdminMemosPage = lazyPage(async () => (await import('./memos/MemosPage')).MemosPage)
const AdminApplicationsPage = lazyPage(
  async () => (await import('./applications/ApplicationsPage')).ApplicationsPage,
)
const AdminInvitationsPage = lazyPage(
  async () => (await import('./invitations/InvitationsPage')).InvitationsPage,
)
const AdminBooksPage = lazyPage(async () => (await import('./books/BooksPage')).BooksPage)
const AdminBookPage = lazyPage(async () => (await import('./books/BookPage')).BookPage)
const AdminAnswersPage = lazyPage(async () => (await import('./answers/AnswersPage')).AnswersPage)
const AdminGuestsPage = lazyPage(async () => (await import('./guests/GuestsPage')).GuestsPage)
const AdminSuggestionsPage = lazyPage(
  async () => (await import('./suggestions/SuggestionsPage')).SuggestionsPage,
)
const AdminMailPage = lazyPage(async () => (await import('./mail/MailPage')).MailPage)
const AdminPlaysPage = lazyPage(async () => (await import('./plays/PlaysPage')).PlaysPage)
const AdminMemberPage = lazyPage(async () => (await import('./members/MemberPage')).MemberPage)
const AdminMembersPage = lazyPage(async () => (await import('./members/MembersPage')).MembersPage)
const AdminPayoutsPage = lazyPage(async () => (await import('./payouts/PayoutsPage')).PayoutsPage)
const AdminReportsPage = lazyPage(async () => (await import('./reports/ReportsPage')).ReportsPage)
const AdminTopicsPage = lazyPage(async () => (await import('./topics/TopicsPage')).TopicsPage)
const AdminBackupsPage = lazyPage(async () => (await import('./backups/BackupsPage')).BackupsPage)
const AdminWebhooksPage = lazyPage(
  async () => (await import('./webhooks/WebhooksPage')).WebhooksPage,
)
const AdminWebhookPage = lazyPage(async () => (await import('./webhooks/WebhookPage')).WebhookPage)
const AdminSettingsPage = lazyPage(
  async () => (await import('./settings/AdminSettingsPage')).AdminSettingsPage,
)
const AdminAuditPage = lazyPage(async () => (await import('./audit/AuditPage')).AuditPage)

/** Routes of the admin pages. Keepers and moderators are redirected to sign-in from all but their own. */
export function AdminRoutes() {
  return (
    <AdminArea>
      <OpenRoutes />
    </AdminArea>
  )
}

/** Routes that the roles of the member open. */
function OpenRoutes() {
  const { isAdmin, isModerator, isKeeper } = useRoles()
  return (
    <Switch>
      <Route path="/admin">
        {isAdmin ? (
          <AdminOverviewPage />
        ) : (
          <Redirect to={isKeeper ? paths.adminBooks : paths.adminReports} replace />
        )}
      </Route>
      {isAdmin && (
        <>
          <Route path="/admin/members">{<AdminMembersPage />}</Route>
          <Route path="/admin/members/:uid">{({ uid }) => <AdminMemberPage uid={uid} />}</Route>
          <Route path="/admin/applications">{<AdminApplicationsPage />}</Route>
          <Route path="/admin/suggestions">{<AdminSuggestionsPage />}</Route>
          <Route path="/admin/mail">{<AdminMailPage />}</Route>
          <Route path="/admin/plays">
            <GameOnly>
              <AdminPlaysPage />
            </GameOnly>
          </Route>
          <Route path="/admin/topics">{<AdminTopicsPage />}</Route>
          <Route path="/admin/backups">{<AdminBackupsPage />}</Route>
          <Route path="/admin/webhooks">{<AdminWebhooksPage />}</Route>
          <Route path="/admin/webhooks/:id">{({ id }) => <AdminWebhookPage id={id} />}</Route>
          <Route path="/admin/settings">{<AdminSettingsPage />}</Route>
          <Route path="/admin/audit">{<AdminAuditPage />}</Route>
          <Route path="/admin/payouts">
            <GameOnly>
              <AdminPayoutsPage />
            </GameOnly>
          </Route>
        </>
      )}
      {isModerator && <Route path="/admin/reports">{<AdminReportsPage />}</Route>}
      {isKeeper && (
        <>
          <Route path="/admin/invitations">{<AdminInvitationsPage />}</Route>
          <Route path="/admin/books">{<AdminBooksPage />}</Route>
          <Route path="/admin/books/:bid">{({ bid }) => <KeptBookPage bid={bid} />}</Route>
          <Route path="/admin/books/:bid/answers">
            {({ bid }) => <KeptAnswersPage bid={bid} />}
          </Route>
          <Route path="/admin/books/:bid/guests">{({ bid }) => <KeptGuestsPage bid={bid} />}</Route>
          <Route path="/admin/memos">{<AdminAllMemosPage />}</Route>
          <Route path="/admin/:bid">{({ bid }) => <KeptMemosPage bid={bid} />}</Route>
          <Route path="/admin/:bid/:uid">
            {({ bid, uid }) => <KeptMemosPage bid={bid} uid={uid} />}
          </Route>
          <Route path="/admin/:bid/:uid/:qid">
            {({ bid, uid, qid }) => <KeptMemosPage bid={bid} uid={uid} qid={qid} />}
          </Route>
        </>
      )}
      <Route path={/^/}>{isAdmin ? <NotFoundPage /> : <RefusedRoute />}</Route>
    </Switch>
  )
}

const KeptBookPage = ({ bid }: { bid: string }) => (
  <KeepersOnly bid={bid}>
    <AdminBookPage bid={bid} />
  </KeepersOnly>
)

const KeptAnswersPage = ({ bid }: { bid: string }) => (
  <KeepersOnly bid={bid}>
    <AdminAnswersPage bid={bid} />
  </KeepersOnly>
)

const KeptGuestsPage = ({ bid }: { bid: string }) => (
  <KeepersOnly bid={bid}>
    <AdminGuestsPage bid={bid} />
  </KeepersOnly>
)

const KeptMemosPage = (filter: ComponentProps<typeof AdminMemosPage>) => (
  <KeepersOnly bid={filter.bid}>
    <AdminMemosPage {...filter} />
  </KeepersOnly>
)

/** Shows its children to the keepers of a book and to admins. */
function KeepersOnly({ bid, children }: { bid: string; children: ReactNode }) {
  const { isAdmin, keeperOf } = useRoles()
  return isAdmin || keeperOf.includes(bid) ? children : <RefusedRoute />
}
