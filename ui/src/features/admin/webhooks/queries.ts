import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { api, call } from '../../../api/client'
import type { components } from '../../../api/schema'
import { updateCached } from '../../../api/update-cached'
import { adminKeys } from '../../../entities/admin/queries'
import { withFreshPassword } from '../../../entities/member/FreshPasswordDialog'
import { toDate } from '../../../lib/format'
import { notify, notifyFailure } from '../../../lib/notify'

type Schemas = components['schemas']

export type Webhook = Schemas['WebhookView']
export type Delivery = Schemas['WebhookDeliveryView']
export type WebhookUpdate = Schemas['WebhookUpdate']

type WebhookWithDeliveries = Schemas['WebhookWithDeliveries']

const all = [...adminKeys.all, 'webhooks']

const webhookKeys = {
  all,
  list: [...all, 'list'],
  one: (id: string) => [...all, 'one', id],
}

const pathOf = (id: string) => ({ params: { path: { id } } })

/** Webhooks, oldest first. */
export const useWebhooks = (): Webhook[] =>
  useSuspenseQuery({
    queryKey: webhookKeys.list,
    queryFn: () => call(api.GET('/api/admin/webhooks')),
    // Something may have been sent since.
    staleTime: 0,
  }).data

/** Interval for polling an attempt that is under way, in milliseconds. */
const ATTEMPT_POLL_INTERVAL_MS = 2_000

/** Delay until a delivery is attempted, in milliseconds; false if all are delivered or have failed. */
function delayOf({ deliveries }: WebhookWithDeliveries): number | false {
  const times = deliveries.flatMap(({ nextAt }) => (nextAt ? [toDate(nextAt).getTime()] : []))
  if (times.length === 0) return false
  return Math.max(Math.min(...times) - Date.now(), ATTEMPT_POLL_INTERVAL_MS)
}

/** A webhook with its deliveries, newest first. */
export const useWebhook = (id: string): WebhookWithDeliveries =>
  useSuspenseQuery({
    queryKey: webhookKeys.one(id),
    queryFn: () => call(api.GET('/api/admin/webhooks/{id}', pathOf(id))),
    refetchInterval: ({ state: { data } }) => data !== undefined && delayOf(data),
    staleTime: 0,
  }).data

/** Returns a function that stores a webhook from a response, and refetches its deliveries. */
function useStoreWebhook() {
  const queryClient = useQueryClient()
  return (webhook: Webhook) => {
    updateCached<Webhook[]>(queryClient, webhookKeys.list, (webhooks) =>
      webhooks.some(({ id }) => id === webhook.id)
        ? webhooks.map((each) => (each.id === webhook.id ? webhook : each))
        : [...webhooks, webhook],
    )
    updateCached<WebhookWithDeliveries>(queryClient, webhookKeys.one(webhook.id), (cached) => ({
      ...cached,
      webhook,
    }))
    void queryClient.invalidateQueries({ queryKey: webhookKeys.all })
  }
}

export function useAddWebhook() {
  const store = useStoreWebhook()
  return useMutation({
    mutationFn: (body: Schemas['WebhookRequest']) =>
      withFreshPassword(() => call(api.POST('/api/admin/webhooks', { body }))),
    onSuccess: ({ webhook }) => store(webhook),
    // The secret is not kept once the dialog is closed.
    gcTime: 0,
  })
}

/** Changes the address or the events of a webhook. */
export function useEditWebhook({ id }: Webhook, onSaved: () => void) {
  const store = useStoreWebhook()
  return useMutation({
    mutationFn: (body: WebhookUpdate) =>
      withFreshPassword(() => call(api.POST('/api/admin/webhooks/{id}', { ...pathOf(id), body }))),
    onSuccess: (webhook) => {
      store(webhook)
      notify({ message: 'The webhook is changed.', tone: 'good' })
      onSaved()
    },
  })
}

/** Pauses or resumes a webhook. */
export function useEnableWebhook({ id }: Webhook) {
  const store = useStoreWebhook()
  return useMutation({
    mutationFn: (enabled: boolean) =>
      call(api.POST('/api/admin/webhooks/{id}', { ...pathOf(id), body: { enabled } })),
    onSuccess: (webhook, enabled) => {
      store(webhook)
      const message = enabled
        ? 'The webhook is active again.'
        : 'The webhook is paused. Nothing is sent until you resume it.'
      notify({ message, tone: 'good' })
    },
    onError: (error, enabled) =>
      notifyFailure(
        enabled ? 'The webhook could not be resumed.' : 'The webhook could not be paused.',
        error,
      ),
  })
}

/** Makes a new secret. The earlier one stops working. */
export function useRenewSecret({ id }: Webhook) {
  const store = useStoreWebhook()
  return useMutation({
    mutationFn: () =>
      withFreshPassword(() => call(api.POST('/api/admin/webhooks/{id}/secret', pathOf(id)))),
    onSuccess: ({ webhook }) => store(webhook),
    gcTime: 0,
  })
}

/** Sends a test. The response has its outcome, which may take ten seconds. */
export function useTestWebhook({ id }: Webhook) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(api.POST('/api/admin/webhooks/{id}/test', pathOf(id))),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: webhookKeys.all }),
  })
}

export function useRemoveWebhook({ id }: Webhook, onRemoved: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(api.DELETE('/api/admin/webhooks/{id}', pathOf(id))),
    onSuccess: () => {
      updateCached<Webhook[]>(queryClient, webhookKeys.list, (webhooks) =>
        webhooks.filter((each) => each.id !== id),
      )
      notify({ message: 'The webhook is removed.', tone: 'good' })
      onRemoved()
    },
  })
}

/** Sends a delivery again. The response comes before it is sent. */
export function useResend(id: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id: delivery }: Delivery) =>
      call(
        api.POST('/api/admin/webhooks/{id}/resend/{delivery}', {
          params: { path: { id, delivery } },
        }),
      ),
    onSuccess: (queued) => {
      updateCached<WebhookWithDeliveries>(queryClient, webhookKeys.one(id), (cached) => ({
        ...cached,
        deliveries: cached.deliveries.map((each) => (each.id === queued.id ? queued : each)),
      }))
      notify({ message: 'It’s on its way again.', tone: 'good' })
      return queryClient.invalidateQueries({ queryKey: webhookKeys.all })
    },
    onError: (error) => notifyFailure('It could not be sent again.', error),
  })
}
