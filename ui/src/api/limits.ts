/** Longest texts in characters, by the shape that they are sent in. Made from openapi.json by `npm run generate`. */
export const MAX_LENGTHS = {
  DescribedMemo: { alt: 1000 },
  NewBookBody: { description: 600, name: 120, words: 600 },
  NewComment: { text: 1000 },
  NewReport: { reason: 500 },
  NewSuggestion: { suggestion: 1000 },
  NewTopic: { name: 80 },
  NewWords: { alt: 1000, caption: 200 },
  PageUpload: { alt: 1000 },
  PayoutDecision: { reason: 600 },
  PostUpload: { alt: 1000, caption: 200 },
  QuestionBody: { description: 300, key: 64 },
  SuggestionAnswer: { words: 600 },
  SuspendBody: { why: 500 },
  TextSubmission: { post: 400 },
  VerdictBody: { note: 500, why: 500 },
} as const
