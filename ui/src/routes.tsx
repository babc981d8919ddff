import type { ReactNode } from 'react'
import { Redirect, Route, Switch } from 'wouter'
import { HomePage } from './features/home/HomePage'
import { ForBook, SubmissionRoute } from './features/submissions/SubmissionRoute'
import {
  AboutPage,
  ActivatePage,
  AdminRoutes,
  BeginPage,
  CheckoutPage,
  ConfirmEmailChangePage,
  ContactPage,
  DrawsPage,
  EntriesPage,
  FeaturesPage,
  FinishedPage,
  ForgotPasswordPage,
  GuestAccountPage,
  GuestBackPage,
  GuestPage,
  HandOverPage,
  HelpPage,
  LibraryPage,
  MailedAnswersPage,
  MemoPage,
  MyPagesPage,
  PayoutPage,
  PrivacyPage,
  ReaderPage,
  ResetPasswordPage,
  SearchPage,
  SettingsPage,
  SignInPage,
  SignUpPage,
  SignUpProfilePage,
  StyleGuidePage,
  TabletApprovalPage,
  TabletSignInPage,
  ThreadRoute,
  ThreadsPage,
  TypePage,
  UndoEmailChangePage,
  VerifyPage,
} from './lazy-pages'
import { serverConfig } from './lib/server-config'
import { paths } from './paths'
import { NotFoundPage } from './shell/ErrorPages'
import { GameOnly, MembersOnly } from './shell/MembersOnly'

const forMembers = (page: ReactNode) => <MembersOnly>{page}</MembersOnly>

/** Page about a book, for members and for guests of the book. */
const forContributors = (bid: string, page: ReactNode) => (
  <MembersOnly guestsOf={bid}>{page}</MembersOnly>
)

/** Addresses of an earlier version of the site. */
const GONE = ['/import-klaviyo-profile', '/fetch-klaviyo-profiles', '/process']

/** Routes of all pages. */
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
      <Route path="/signin/tablet" component={TabletSignInPage} />
      <Route path="/tablet/:code">
        {({ code }) => forMembers(<TabletApprovalPage code={code} />)}
      </Route>
      <Route path="/signup" component={SignUpPage} />
      <Route path="/signup/profile" component={SignUpProfilePage} />
      <Route path="/verify" component={VerifyPage} />
      <Route path="/guest/:code">{({ code }) => <GuestPage code={code} />}</Route>
      <Route path="/guest/back/:secret">{({ secret }) => <GuestBackPage secret={secret} />}</Route>
      <Route path="/guest-account" component={GuestAccountPage} />
      <Route path="/check-username">
        <Redirect to={paths.signUp} replace />
      </Route>
      <Route path="/forgot-password" component={ForgotPasswordPage} />
      <Route path="/reset-password" component={ResetPasswordPage} />
      <Route path="/undo-email" component={UndoEmailChangePage} />
      <Route path="/settings">
        <MembersOnly>
          <SettingsPage />
        </MembersOnly>
      </Route>
      <Route path="/settings/email/verify" component={ConfirmEmailChangePage} />

      <Route path="/begin" component={BeginPage} />
      <Route path="/my-pages">{forMembers(<MyPagesPage />)}</Route>
      <Route path="/mailed-answers">{forMembers(<MailedAnswersPage />)}</Route>
      <Route path="/library" component={LibraryPage} />
      <Route path="/search" component={SearchPage} />
      <Route path="/book/contribute/entry/:bid">
        {({ bid }) => forContributors(bid, <EntriesPage bid={bid} />)}
      </Route>
      <Route path="/book/contributions/:bid">
        {({ bid }) => forContributors(bid, <EntriesPage bid={bid} />)}
      </Route>

      <Route path="/book/:bid/read/:qid?">
        {({ bid, qid }) => (
          <MembersOnly orVisitors={serverConfig.firstChapterIsPublic}>
            <ReaderPage bid={bid} qid={qid} />
          </MembersOnly>
        )}
      </Route>
      <Route path="/book/contribute/post/type">
        <ForBook bid={undefined}>{(bid) => <TypePage bid={bid} />}</ForBook>
      </Route>
      {(['hand', 'page', 'text'] as const).map((type) => (
        <Route key={type} path={`/book/contribute/post/${type}/:bid?`}>
          {({ bid }) => <SubmissionRoute type={type} bid={bid} />}
        </Route>
      ))}
      <Route path="/book/contribute/post/:bid">{({ bid }) => <TypePage bid={bid} />}</Route>
      <Route path="/members">
        <SubmissionRoute type="hand" bid={undefined} />
      </Route>
      <Route path="/hand-over/:code?">{({ code }) => <HandOverPage code={code} />}</Route>
      <Route path="/finished/:skip?">{({ skip }) => <FinishedPage skip={skip} />}</Route>
      <Route path="/memo/:id">
        {({ id }) => (
          <MembersOnly orGuests>
            <MemoPage id={id} />
          </MembersOnly>
        )}
      </Route>

      <Route path="/thread" component={ThreadsPage} />
      <Route path="/thread/:code">{({ code }) => <ThreadRoute code={code} />}</Route>
      <Route path="/posts/:id">{({ id }) => <ThreadRoute id={id} />}</Route>
      <Route path="/activate/posts">{forMembers(<ActivatePage />)}</Route>

      <Route path="/payout">
        <GameOnly>{forMembers(<PayoutPage />)}</GameOnly>
      </Route>
      <Route path="/prizepeg/checkout">
        <GameOnly>{forMembers(<CheckoutPage />)}</GameOnly>
      </Route>
      <Route path="/prizepeg/draws">
        <GameOnly>
          <DrawsPage />
        </GameOnly>
      </Route>

      <Route path="/admin/*?">{forMembers(<AdminRoutes />)}</Route>

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
