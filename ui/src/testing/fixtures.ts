import type { components } from '../api/schema'

type Schemas = components['schemas']

export const BOOK: Schemas['BookView'] = {
  id: 'b1',
  name: 'The kitchen table',
  description: 'What was cooked there.',
  memoCount: 3,
  newAnswers: 3,
  userMemoCount: 0,
  hasContributed: false,
  status: 'collecting',
  publishAt: 20,
  edition: 0,
  ink: '#1f3f77',
  cover: null,
  isNewest: false,
  percentWritten: 15,
  schedule: { readyBy: 'entries' },
}

export const QUESTIONS: Schemas['QuestionView'][] = ['smell', 'chair', 'letter'].map(
  (key, index) => ({ key, number: index + 1, description: `What about the ${key}?` }),
)

export const NO_MEMOS: Schemas['MemoCounts'] = { hand: 0, page: 0, text: 0, total: 0 }

export const PROFILE: Schemas['ProfileView'] = {
  uid: 'u1',
  username: 'mara',
  name: 'Mara Lindqvist',
  email: 'mara@example.org',
  handedness: 'left',
  preferredTablets: 'Supernote',
  spokenLanguages: 'English,German',
  emailVerified: true,
  isKeeper: false,
  isModerator: false,
}

/** The same book for admins. */
export const ADMIN_BOOK: Schemas['AdminBookView'] = {
  id: 'b1',
  name: 'The kitchen table',
  description: 'What was cooked there.',
  topics: ['food'],
  publishAt: 20,
  memoCount: 12,
  newMemos: 12,
  newAnswers: 12,
  questionCount: 3,
  edition: 0,
  publishing: false,
  coverInk: 'blue',
  coverMemo: null,
  allBlack: false,
  missingPictures: [],
  schedule: { readyBy: 'entries' },
  createdAt: { _seconds: 1_780_000_000, _nanoseconds: 0 },
}

/** A member for admins. */
export const MEMBER: Schemas['MemberView'] = {
  uid: 'm1',
  email: 'mara@example.org',
  username: 'mara',
  name: 'Mara Lindqvist',
  isAdmin: false,
  isModerator: false,
  emailVerified: false,
  disabled: false,
  createdAt: { _seconds: 1_780_000_000, _nanoseconds: 0 },
  memos: 3,
  suspension: null,
}

/** Question of the week of a book that has not switched it on. */
export const WEEKLY_QUESTION: Schemas['WeeklyQuestionStatus'] = {
  weekday: 'monday',
  nextAt: null,
  next: null,
  last: null,
  lastAt: null,
  takesReplies: true,
}

/** Invitation with a link for several people, of which three have come. */
export const INVITATION: Schemas['InvitationView'] = {
  id: 'i1',
  name: 'Class 7b',
  state: 'usable',
  by: { username: 'ada', name: 'Ada Blum' },
  createdAt: { _seconds: 1_780_000_000, _nanoseconds: 0 },
  expiresAt: { _seconds: 1_796_040_000, _nanoseconds: 0 },
  bid: 'b1',
  book: 'A year in ink',
  role: 'member',
  cards: 1,
  maxUses: 30,
  uses: 3,
  code: {
    code: 'K7QD-3MXR-9VTA',
    link: 'https://ink.example.org/signup?invitation=K7QD-3MXR-9VTA',
    qr: 'data:image/svg+xml,x',
  },
}

/** Application that waits for a decision. */
export const APPLICATION: Schemas['ApplicationView'] = {
  uid: 'm1',
  username: 'mara',
  name: 'Mara Lindqvist',
  email: 'mara@example.org',
  emailVerified: true,
  referredBy: 'A poster',
  words: 'I write letters to my grandmother.',
  madeAt: { _seconds: 1_780_000_000, _nanoseconds: 0 },
  accepted: null,
}

/** Overview without open items. */
export const CALM: Schemas['OverviewView'] = {
  version: '0.1.0',
  openReports: 0,
  pendingPayouts: 0,
  openSuggestions: 0,
  waitingApplications: 0,
  failedMails: 0,
  failedBooks: [],
  readyBooks: [],
  sendsMail: true,
  waitingMembers: 0,
  suspendedMembers: 0,
  space: { free: 20_000_000_000, floor: 500_000_000, low: false },
  heldBackFiles: 0,
  backups: {
    youngestAt: { _seconds: 1_780_000_000, _nanoseconds: 0 },
    everyHours: 24,
    trouble: null,
    failure: null,
  },
}

/** Statistics of a community that began last week. */
export const STATISTICS: Schemas['StatisticsView'] = {
  weeks: Array.from({ length: 12 }, (_, index) => ({
    week: `2026-W${37 + index}`,
    startsOn: new Date(Date.UTC(2026, 8, 7 + 7 * index)).toISOString().slice(0, 10),
    memos: [23, 7][index - 10] ?? 0,
    members: [2, 1][index - 10] ?? 0,
  })),
  storage: { database: 3_100_000, files: 1_200_000_000, fileCount: 1234, free: 20_000_000_000 },
  lastBackup: {
    madeAt: { _seconds: 1_780_000_000, _nanoseconds: 0 },
    bytes: 1_204_000_000,
    complete: true,
  },

  handwriting: { enabled: true, read: 1204, waiting: 301, fault: null },
}

/** A typed answer of the member. */
export const textMemo = (qid: string, post: string): Schemas['MemoView'] => ({
  id: `m-${qid}`,
  type: 'text',
  bid: 'b1',
  uid: 'u1',
  qid,
  question: `What about the ${qid}?`,
  post,
  alt: null,
  published: false,
  hidden: null,
  waiting: false,
  loves: 0,
  loved: false,
  img: null,
  qrcode: `/media/memo/m-${qid}.svg`,
  author: { username: 'mara', name: 'Mara Lindqvist' },
  createdAt: { _seconds: 1_780_000_000, _nanoseconds: 0 },
  updatedAt: { _seconds: 1_780_000_000, _nanoseconds: 0 },
})
