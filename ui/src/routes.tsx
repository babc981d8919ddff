import type { ReactNode } from 'react'
import { Redirect, Route, Switch, useSearchParams } from 'wouter'
import { SignInPage } from './features/accounts/SignInPage'
import { BeginPage } from './features/home/BeginPage'
import { HomePage } from './features/home/HomePage'
import { LibraryPage } from './features/library/LibraryPage'
import { community } from './lib/community'
import { useStored } from './lib/storage'
import {
  AboutPage,
  ActivatePage,
  AdminAuditPage,
  AdminMembersPage,
  AdminMemosPage,
  AdminOverviewPage,
  AdminPayoutsPage,
  AdminReportsPage,
  AdminTopicsPage,
  CheckoutPage,
  ContactPage,
  DrawsPage,
  EntriesPage,
  FeaturesPage,
  FinishedPage,
  ForgotPasswordPage,
  FullPagePage,
  HandOverPage,
  HandPage,
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
  TextPage,
  ThreadsPage,
  TypePage,
  VerifyPage,
} from './pages'
import { paths } from './paths'
import { AdminsOnly } from './shell/AdminsOnly'
import { MembersOnly } from './shell/MembersOnly'
import { NotFoundPage } from './shell/NotFoundPage'

interface ForBookProps {
  bid: string | undefined
  children(bid: string): ReactNode
}

/** Addresses may leave the book out: it is then the one last opened in the library. */
function ForBook({ bid, children }: ForBookProps) {
  const lastOpened = useStored('bid')
  const book = bid || lastOpened
  return book ? children(book) : <Redirect to={paths.library} replace />
}

const CONTRIBUTE = { hand: HandPage, page: FullPagePage, text: TextPage }

interface ContributeProps {
  type: keyof typeof CONTRIBUTE
  bid: string | undefined
}

/** One of the ways to contribute. Where its Back leads outlives signing in. */
function Contribute({ type, bid }: ContributeProps) {
  const last = useSearchParams()[0].get('last') ?? undefined
  const Way = CONTRIBUTE[type]
  return (
    <ForBook bid={bid}>
      {(book) => (
        <MembersOnly last={paths.contribute(type, book, last)}>
          <Way bid={book} />
        </MembersOnly>
      )}
    </ForBook>
  )
}

const forMembers = (page: ReactNode) => <MembersOnly>{page}</MembersOnly>
const forAdmins = (page: ReactNode) => <AdminsOnly>{page}</AdminsOnly>

/** Where no game is played there is nothing at its addresses. */
const ofGame = (page: ReactNode) => (community.playsPrizePeg ? page : <NotFoundPage />)

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
      <Route path="/admin/reports">{forAdmins(<AdminReportsPage />)}</Route>
      <Route path="/admin/topics">{forAdmins(<AdminTopicsPage />)}</Route>
      <Route path="/admin/audit">{forAdmins(<AdminAuditPage />)}</Route>
      <Route path="/admin/payouts">{ofGame(forAdmins(<AdminPayoutsPage />))}</Route>
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

      <Route component={NotFoundPage} />
    </Switch>
  )
}
