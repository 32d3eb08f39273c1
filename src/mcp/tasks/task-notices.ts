import { isJSONRPCNotification, type JSONRPCMessage } from '@modelcontextprotocol/server'
import type { WireTask } from './wire.ts'

/** Beginning of the addresses that stand for tasks where the SDK is to see a resource: it knows no other kind that changes. */
const SCHEME = 'bellhop-task:'

const ACKNOWLEDGED = 'notifications/subscriptions/acknowledged'
const UPDATED = 'notifications/resources/updated'

/** The address that stands for a task. */
export function taskAddress(taskId: string): string {
  return `${SCHEME}${taskId}`
}

interface ListenParams {
  notifications: { resourceSubscriptions?: string[]; taskIds?: unknown }
}

/** A request to listen in which tasks are resources. */
export function withTaskAddresses<Message extends JSONRPCMessage>(
  message: Message,
  taskIds: readonly string[],
): Message {
  if (!('params' in message) || taskIds.length === 0) return message
  const params = message.params as unknown as ListenParams
  const { taskIds: _, resourceSubscriptions = [], ...others } = params.notifications
  const addresses = [...resourceSubscriptions, ...taskIds.map(taskAddress)]
  const notifications = { ...others, resourceSubscriptions: addresses }
  return { ...message, params: { ...params, notifications } }
}

/** A notification in which tasks are tasks again. */
export function withTasks(message: JSONRPCMessage): JSONRPCMessage {
  if (!isJSONRPCNotification(message)) return message
  const { method, params = {} } = message
  if (method === ACKNOWLEDGED) return { ...message, params: acknowledged(params) }
  if (method !== UPDATED || !String(params['uri']).startsWith(SCHEME)) return message
  return taskNotice(params['task'] as WireTask, params._meta)
}

/** The notification of a task, as it is. */
export function taskNotice(task: WireTask, meta: object | undefined): JSONRPCMessage {
  const params = { ...task, ...(meta === undefined ? {} : { _meta: { ...meta } }) }
  return { jsonrpc: '2.0', method: 'notifications/tasks', params }
}

function acknowledged(params: Record<string, unknown>): Record<string, unknown> {
  const { resourceSubscriptions = [], ...others } = params['notifications'] as {
    resourceSubscriptions?: string[]
  }
  const uris = resourceSubscriptions.filter((uri) => !uri.startsWith(SCHEME))
  const taskIds = resourceSubscriptions
    .filter((uri) => uri.startsWith(SCHEME))
    .map((uri) => uri.slice(SCHEME.length))
  return {
    ...params,
    notifications: {
      ...others,
      ...(uris.length > 0 ? { resourceSubscriptions: uris } : {}),
      ...(taskIds.length > 0 ? { taskIds } : {}),
    },
  }
}

/** A stream of events in which tasks are tasks again. Each piece of it is one event, as it was written. */
export function withTasksInEvents(response: Response): Response {
  const decoder = new TextDecoder()
  const encoder = new TextEncoder()
  const rewrite = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      const text = decoder.decode(chunk)
      controller.enqueue(text.includes(SCHEME) ? encoder.encode(rewritten(text)) : chunk)
    },
  })
  return new Response(response.body?.pipeThrough(rewrite) ?? null, response)
}

function rewritten(event: string): string {
  return event.replace(/^data: (.*)$/m, (_, data: string) => {
    const message = withTasks(JSON.parse(data) as JSONRPCMessage)
    return `data: ${JSON.stringify(message)}`
  })
}
