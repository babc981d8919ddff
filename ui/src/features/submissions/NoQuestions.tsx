import { Banner } from '../../ui/Banner'

/** Notice for a book without questions. */
export function NoQuestions() {
  return <Banner>This book has no questions yet. Please come back in a while.</Banner>
}
