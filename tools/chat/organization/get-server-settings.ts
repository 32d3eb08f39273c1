import { z } from 'zod'
import { defineOpenChatOperation } from '../../../src/chat/chat-operation.ts'

/** Operation `get_server_settings`: what a client needs to know before it signs in. */
export const getServerSettings = defineOpenChatOperation({
  name: 'get_server_settings',
  title: 'Get server settings',
  description: 'Get the versions of this chat server and how one may sign in. Needs no account.',
  http: { method: 'GET', path: '/server_settings', ignoresCredentials: true },
  effects: { readOnly: true, destructive: false, idempotent: true },
  input: z.object({}),
  output: z.looseObject({ service_feature_level: z.int(), realm_url: z.string() }),
  async run({ chat }) {
    const { loadServerSettings } = await import('../../../src/chat/organization/server-settings.ts')
    return loadServerSettings(chat)
  },
})
