import { z } from 'zod'
import { USER_SETTING_DEFAULTS, type UserSetting } from './user-settings.ts'

/** Languages that clients of the chat are translated to. */
const LANGUAGES = (
  'ar be bg ca cs cy da de en en-gb eo es fa fi fr gl gu hi hu id it ja ko lt lv ml mn nl no pl pt ' +
  'pt-br pt-pt ro ru si sr sv ta tl tr uk uz vi zh-hans zh-tw'
).split(' ')

const flag = z.boolean().optional()
const one = (...values: number[]) =>
  z
    .int()
    .refine((value) => values.includes(value), `must be one of ${values.join(', ')}`)
    .optional()

/** Settings of a user that are numbers or texts (spec 4.4); all others are booleans. */
const CHOICES = {
  automatically_follow_topics_policy: one(1, 2, 3, 4),
  automatically_unmute_topics_in_muted_streams_policy: one(1, 2, 3, 4),
  color_scheme: one(1, 2, 3),
  default_language: z.enum(LANGUAGES).optional(),
  demote_inactive_streams: one(1, 2, 3),
  desktop_icon_count_display: one(1, 2, 3, 4),
  email_notifications_batching_period_seconds: z.int().min(0).max(604_800).optional(),
  emojiset: z.enum(['google', 'twitter', 'text']).optional(),
  notification_sound: z
    .string()
    .regex(/^[a-z0-9_-]{1,40}$/)
    .optional(),
  realm_name_in_email_notifications_policy: one(1, 2, 3),
  resolved_topic_notice_auto_read_policy: z.enum(['always', 'except_followed', 'never']).optional(),
  user_list_style: one(1, 2, 3),
  web_animate_image_previews: z.enum(['always', 'on_hover', 'never']).optional(),
  web_channel_default_view: one(1, 2, 3, 4),
  web_font_size_px: z.int().min(8).max(48).optional(),
  web_home_view: z.enum(['recent', 'inbox', 'all_messages']).optional(),
  web_line_height_percent: z.int().min(80).max(300).optional(),
  web_mark_read_on_scroll_policy: one(1, 2, 3),
  web_stream_unreads_count_display_policy: one(1, 2, 3),
}

type Switch = Exclude<UserSetting, keyof typeof CHOICES>

const switches = Object.fromEntries(
  Object.keys(USER_SETTING_DEFAULTS)
    .filter((name) => !(name in CHOICES))
    .map((name) => [name, flag]),
) as Record<Switch, typeof flag>

/** Settings of a user as parameters of a change. */
export const settingInputs = { ...CHOICES, ...switches }

/** Account fields that can be changed along with the settings. */
export const accountInputs = {
  full_name: z.string().optional(),
  timezone: z.string().optional().describe('Time zone, by its IANA name.'),
  email_address_visibility: one(1, 2, 3, 4, 5).describe(
    'Who sees the address: 1 everyone, 2 members, 3 administrators, 4 nobody, 5 moderators.',
  ),
}

/** Sign-in fields, which need a check before a change. */
export const signInInputs = {
  email: z.string().optional().describe('New address; a link sent there confirms it.'),
  old_password: z.string().optional().describe('Required with new_password.'),
  new_password: z
    .string()
    .optional()
    .describe('New password; setting it ends every other sign-in.'),
}

/** Users whose settings an administrator changes. */
export const settingTargets = z.object({
  user_ids: z.array(z.int()).default([]),
  group_ids: z.array(z.int()).default([]),
  skip_if_already_edited: z.boolean().default(false),
})

/** Changes to settings; absent ones stay. */
export type SettingChange = z.output<z.ZodObject<typeof settingInputs>>

/** Changes of an account; what is absent stays. */
export type AccountWish = z.output<z.ZodObject<typeof accountInputs>>
