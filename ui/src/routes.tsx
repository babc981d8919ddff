import type { ReactNode } from 'react'
import { Redirect, Route, Switch } from 'wouter'
import { Contribute, ForBook } from './Contribute'
import { SignInPage } from './features/accounts/SignInPage'
import { BeginPage } from './features/home/BeginPage'
import { HomePage } from './features/home/HomePage'
import { LibraryPage } from './features/library/LibraryPage'
import { serverConfig } from './lib/server-config'
import {
  AboutPage,
  ActivatePage,
  AdminAllMemosPage,
  AdminAuditPage,
  AdminBackupsPage,
  AdminBookPage,
  AdminBooksPage,
  AdminMailPage,
  AdminMemberPage,
  AdminMembersPage,
  AdminMemosPage,
  AdminOverviewPage,
  AdminPayoutsPage,
  AdminPlaysPage,
  AdminReportsPage,
  AdminSettingsPage,
  AdminSuggestionsPage,
  AdminTopicsPage,
  CheckoutPage,
  ContactPage,
  DrawsPage,
  EntriesPage,
  FeaturesPage,
  FinishedPage,
  ForgotPasswordPage,
  HandOverPage,
  HelpPage,
  KeepEmailPage,
  MemoPage,
  NewEmailPage,
  PayoutPage,
  PostPlace,
  PrivacyPage,
  ReaderPage,
  ResetPasswordPage,
  SearchPage,
  SettingsPage,
  SignUpPage,
  SignUpProfilePage,
  StyleGuidePage,
  ThreadsPage,
  TypePage,
  VerifyPage,
} from './pages'
import { paths } from './paths'
import { AdminsOnly } from './shell/AdminsOnly'
import { MembersOnly } from './shell/MembersOnly'
import { NotFoundPage } from './shell/NotFoundPage'

const forMembers = (page: ReactNode) => <MembersOnly>{page}</MembersOnly>
const forAdmins = (page: ReactNode) => <AdminsOnly>{page}</AdminsOnly>

/** Where no game is played there is nothing at its addresses. */
const ofGame = (page: ReactNode) => (serverConfig.playsPrizePeg ? page : <NotFoundPage />)

/** Addresses of an earlier life of the site. */
const GONE = ['/import-klaviyo-profile', '/fetch-klaviyo-profiles', '/process']

/** Every page of the interface, by address. */
export function Routes() {
  return (
    <Switch>
      <Route path="/" component={HomePage} />
      <Route path="/home" component={HomePage} />
      <Route path="/features" component={FeaturesPage} />
      <Route path="/about" component={AboutPage} />
      <Route path="/contact" component={ContactPage} />
      <Route path="/privacy" component={PrivacyPage} />

      <Route path="/signin">
        <SignInPage />
      </Route>
      <Route path="/signup" component={SignUpPage} />
      <Route path="/signup/profile" component={SignUpProfilePage} />
      <Route path="/verify" component={VerifyPage} />
      <Route path="/check-username">
        <Redirect to={paths.signUp} replace />
      </Route>
      <Route path="/forgot-password" component={ForgotPasswordPage} />
      <Route path="/reset-password" component={ResetPasswordPage} />
      <Route path="/undo-email" component={KeepEmailPage} />
      <Route path="/settings">
        <MembersOnly>
          <SettingsPage />
        </MembersOnly>
      </Route>
      <Route path="/settings/email/verify" component={NewEmailPage} />

      <Route path="/begin" component={BeginPage} />
      <Route path="/library" component={LibraryPage} />
      <Route path="/search" component={SearchPage} />
      <Route path="/book/contribute/entry/:bid">
        {({ bid }) => forMembers(<EntriesPage bid={bid} />)}
      </Route>
      <Route path="/book/contributions/:bid">
        {({ bid }) => forMembers(<EntriesPage bid={bid} />)}
      </Route>

      <Route path="/book/:bid/read/:qid?">
        {({ bid, qid }) => forMembers(<ReaderPage bid={bid} qid={qid} />)}
      </Route>
      <Route path="/book/contribute/post/type">
        <ForBook bid={undefined}>{(bid) => <TypePage bid={bid} />}</ForBook>
      </Route>
      {(['hand', 'page', 'text'] as const).map((type) => (
        <Route key={type} path={`/book/contribute/post/${type}/:bid?`}>
          {({ bid }) => <Contribute type={type} bid={bid} />}
        </Route>
      ))}
      <Route path="/book/contribute/post/:bid">{({ bid }) => <TypePage bid={bid} />}</Route>
      <Route path="/members">
        <Contribute type="hand" bid={undefined} />
      </Route>
      <Route path="/hand-over/:code?">{({ code }) => <HandOverPage code={code} />}</Route>
      <Route path="/finished/:skip?">{({ skip }) => <FinishedPage skip={skip} />}</Route>
      <Route path="/memo/:id">{({ id }) => forMembers(<MemoPage id={id} />)}</Route>

      <Route path="/thread" component={ThreadsPage} />
      <Route path="/thread/:code">{({ code }) => <PostPlace code={code} />}</Route>
      <Route path="/posts/:id">{({ id }) => <PostPlace id={id} />}</Route>
      <Route path="/activate/posts">{forMembers(<ActivatePage />)}</Route>

      <Route path="/payout">{ofGame(forMembers(<PayoutPage />))}</Route>
      <Route path="/prizepeg/checkout">{ofGame(forMembers(<CheckoutPage />))}</Route>
      <Route path="/prizepeg/draws">{ofGame(<DrawsPage />)}</Route>

      <Route path="/admin">{forAdmins(<AdminOverviewPage />)}</Route>
      <Route path="/admin/members">{forAdmins(<AdminMembersPage />)}</Route>
      <Route path="/admin/members/:uid">
        {({ uid }) => forAdmins(<AdminMemberPage uid={uid} />)}
      </Route>
      <Route path="/admin/books">{forAdmins(<AdminBooksPage />)}</Route>
      <Route path="/admin/books/:bid">{({ bid }) => forAdmins(<AdminBookPage bid={bid} />)}</Route>
      <Route path="/admin/suggestions">{forAdmins(<AdminSuggestionsPage />)}</Route>
      <Route path="/admin/mail">{forAdmins(<AdminMailPage />)}</Route>
      <Route path="/admin/plays">{ofGame(forAdmins(<AdminPlaysPage />))}</Route>
      <Route path="/admin/reports">{forAdmins(<AdminReportsPage />)}</Route>
      <Route path="/admin/topics">{forAdmins(<AdminTopicsPage />)}</Route>
      <Route path="/admin/backups">{forAdmins(<AdminBackupsPage />)}</Route>
      <Route path="/admin/settings">{forAdmins(<AdminSettingsPage />)}</Route>
      <Route path="/admin/audit">{forAdmins(<AdminAuditPage />)}</Route>
      <Route path="/admin/payouts">{ofGame(forAdmins(<AdminPayoutsPage />))}</Route>
      <Route path="/admin/memos">{forAdmins(<AdminAllMemosPage />)}</Route>
      <Route path="/admin/:bid">{({ bid }) => forAdmins(<AdminMemosPage bid={bid} />)}</Route>
      <Route path="/admin/:bid/:uid">
        {({ bid, uid }) => forAdmins(<AdminMemosPage bid={bid} uid={uid} />)}
      </Route>
      <Route path="/admin/:bid/:uid/:qid">
        {({ bid, uid, qid }) => forAdmins(<AdminMemosPage bid={bid} uid={uid} qid={qid} />)}
      </Route>

      {GONE.map((path) => (
        <Route key={path} path={path}>
          <Redirect to={paths.home} replace />
        </Route>
      ))}

      <Route path="/help/:device?">{({ device }) => <HelpPage device={device} />}</Route>
      {StyleGuidePage && <Route path="/styleguide" component={StyleGuidePage} />}

      {/* Also at paths of the host that are not ours, which `*` would not match. */}
      <Route path={/^/} component={NotFoundPage} />
    </Switch>
  )
}
