import { isUnreachable } from '../../api/error'

/** Poor Wi-Fi comes back: seconds to wait before each new attempt. */
const PAUSES = [1, 3, 9]

/** For uploads that may be sent again. */
export const patience = {
  retry: (failures: number, error: Error) => isUnreachable(error) && failures < PAUSES.length,
  retryDelay: (failures: number) => (PAUSES[failures] ?? 0) * 1000,
}
