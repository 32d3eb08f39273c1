import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'
import { FIELD_NAME_MAX_CHARS, FIELD_HINT_MAX_CHARS } from '../../../src/chat/limits.ts'
import { nameUpTo } from '../../../src/lib/text-bounds.ts'

/** Operation `create_custom_profile_field`: one more thing that profiles can say. */
export const createCustomProfileField = defineChatOperation({
  name: 'create_custom_profile_field',
  title: 'Create profile field',
  description: 'Add a field to the profiles of the organization. For administrators.',
  http: { method: 'POST', path: '/realm/profile_fields' },
  effects: { readOnly: false, destructive: false, idempotent: false },
  input: z.object({
    name: nameUpTo(FIELD_NAME_MAX_CHARS).describe('Label of the field.'),
    hint: nameUpTo(FIELD_HINT_MAX_CHARS).default('').describe('Help for who fills the field in.'),
    field_type: z
      .int()
      .describe(
        'Kind of the field: 1 short or 2 long text, 3 choice, 4 date, 5 link, 6 users, 7 account, 8 pronouns.',
      ),
    field_data: z
      .record(z.string(), z.unknown())
      .default({})
      .describe('Choices of the field, or the kind of account it names.'),
    display_in_profile_summary: z.boolean().default(false),
    required: z.boolean().default(false).describe('Whether users should fill the field in.'),
    editable_by_user: z.boolean().default(true),
  }),
  output: z.object({ id: z.int() }),
  async run({ input, chat, actor }) {
    const { addField } = await import('../../../src/chat/users/profile/add-profile-field.ts')
    return { id: await addField(chat, actor, input) }
  },
})
