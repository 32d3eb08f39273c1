import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'
import {
  accountInputs,
  signInInputs,
  settingInputs,
  settingTargets,
} from '../../../src/chat/personal/setting-inputs.ts'

/** Operation `update_settings` (chat spec 4.4): settings of the caller, or of others in bulk. */
export const updateSettings = defineChatOperation({
  name: 'update_settings',
  title: 'Update settings',
  description: 'Change settings of the caller or, for administrators, of many users.',
  http: {
    method: 'PATCH',
    path: '/settings',
    isSpecified: true,
    otherPaths: ['/settings/notifications', '/settings/display'],
    tries: { secret: 'old_password' },
  },
  effects: { readOnly: false, destructive: false, idempotent: true },
  tier: 'more',
  input: z.object({
    target_users: settingTargets
      .optional()
      .describe(
        'Whose settings to change: an object with user_ids, group_ids and skip_if_already_edited.',
      ),
    ...accountInputs,
    ...signInInputs,
    ...settingInputs,
  }),
  output: z.object({}),
  async run({ input, chat, actor }) {
    const { changeOwnSettings } = await import('../../../src/chat/personal/update-settings.ts')
    const { target_users: targets, email, old_password, new_password, ...rest } = input
    const { full_name, timezone, email_address_visibility, ...settings } = rest
    const account = { full_name, timezone, email_address_visibility }
    const signIn = { email, old_password, new_password }
    await changeOwnSettings(chat, actor, { settings, account, signIn, targets })
    return {}
  },
})
