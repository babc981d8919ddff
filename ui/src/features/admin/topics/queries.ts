import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, call } from '../../../api/client'
import { postKeys, type Topic } from '../../../entities/post/post'
import { focusAfterRender } from '../../../lib/focus-after-render'
import { notify } from '../../../lib/notify'

export interface TopicFormValues {
  name: string
  code: string
}

/** Adds or edits a topic. Refetches everything that shows topics. */
export function useSaveTopic(topic: Topic | undefined, onSaved: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: TopicFormValues) =>
      topic
        ? call(api.PUT('/api/admin/topics/{id}', { params: { path: { id: topic.id } }, body }))
        : call(api.POST('/api/admin/topics', { body })),
    onSuccess: ({ name }) => {
      onSaved()
      notify({ message: topic ? `${name} is saved.` : `${name} is added.`, tone: 'good' })
      return queryClient.invalidateQueries({ queryKey: postKeys.all })
    },
  })
}

export function useRemoveTopic({ id, name }: Topic, onRemoved: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(api.DELETE('/api/admin/topics/{id}', { params: { path: { id } } })),
    onSuccess: () => {
      onRemoved()
      // The row is about to be removed with its button.
      focusAfterRender('content')
      notify({ message: `${name} is removed.`, tone: 'good' })
      return queryClient.invalidateQueries({ queryKey: postKeys.all })
    },
  })
}
