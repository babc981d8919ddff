import { Banner } from '../../ui/Banner'

/** A book that is so new that it asks nothing. */
export function NoQuestions() {
  return <Banner>This book has no questions yet. Please come back in a while.</Banner>
}
