import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'
import { FIELD_HINT_MAX_CHARS, FIELD_NAME_MAX_CHARS } from '../../../src/chat/limits.ts'
import { nameUpTo } from '../../../src/lib/text-bounds.ts'

/** Operation `update_custom_profile_field`: label, choices and use of a field of profiles. */
export const updateCustomProfileField = defineChatOperation({
  name: 'update_custom_profile_field',
  title: 'Change profile field',
  description: 'Change a field of profiles; its kind stays. For administrators.',
  http: { method: 'PATCH', path: '/realm/profile_fields/{field_id}' },
  effects: { readOnly: false, destructive: false, idempotent: true },
  input: z.object({
    field_id: z.int().describe('Id that get_custom_profile_fields tells.'),
    name: nameUpTo(FIELD_NAME_MAX_CHARS).optional().describe('Label of the field.'),
    hint: nameUpTo(FIELD_HINT_MAX_CHARS).optional().describe('Help for who fills the field in.'),
    field_data: z
      .record(z.string(), z.unknown())
      .optional()
      .describe(
        'Choices of the field, or the kind of account it names. Values of choices that go are removed.',
      ),
    display_in_profile_summary: z.boolean().optional(),
    required: z.boolean().optional().describe('Whether users should fill the field in.'),
    editable_by_user: z.boolean().optional(),
  }),
  output: z.object({}),
  async run({ input, chat, actor }) {
    const { changeField } = await import('../../../src/chat/users/profile/change-profile-fields.ts')
    await changeField(chat, actor, input)
    return {}
  },
})
