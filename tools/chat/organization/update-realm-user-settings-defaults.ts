import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'
import { accountInputs, settingInputs } from '../../../src/chat/personal/setting-inputs.ts'

/** Operation `update_realm_user_settings_defaults`: settings with which new accounts begin. */
export const updateRealmUserSettingsDefaults = defineChatOperation({
  name: 'update_realm_user_settings_defaults',
  title: 'Change settings of new users',
  description: 'Change the settings with which new users begin. For administrators.',
  http: { method: 'PATCH', path: '/realm/user_settings_defaults' },
  effects: { readOnly: false, destructive: false, idempotent: true },
  input: z.object({
    email_address_visibility: accountInputs.email_address_visibility,
    ...settingInputs,
  }),
  output: z.object({}),
  async run({ input, chat, actor }) {
    const { changeSettingDefaults } =
      await import('../../../src/chat/organization/setting-defaults.ts')
    await changeSettingDefaults(chat, actor, input)
    return {}
  },
})
