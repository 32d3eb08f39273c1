import { badRequest } from '../kernel/failures.ts'
import { requireActingAdministrator } from '../kernel/requester.ts'
import type { Actor, Chat } from '../kernel/types.ts'
import { writeChat } from '../kernel/unit-of-work.ts'
import type { SettingChange } from '../personal/setting-inputs.ts'
import { USER_SETTING_DEFAULTS, type UserSettings } from '../personal/user-settings.ts'
import { VISIBLE_TO_EVERYONE } from '../users/user-record.ts'
import type { Realm } from './realm-settings.ts'
import { loadRealm, storeRealm } from './store-realm.ts'

/** Settings with which accounts of people begin, complete. */
export type SettingDefaults = UserSettings & { email_address_visibility: number }

/** The settings with which accounts of people begin. */
export function settingDefaultsOf({ new_user_settings }: Pick<Realm, 'new_user_settings'>) {
  return {
    ...USER_SETTING_DEFAULTS,
    email_address_visibility: VISIBLE_TO_EVERYONE,
    ...new_user_settings,
  } as SettingDefaults
}

/** Changes settings with which accounts begin; those that are there keep theirs. For administrators. */
export async function changeSettingDefaults(
  chat: Chat,
  actor: Actor,
  change: SettingChange & { email_address_visibility?: number | undefined },
): Promise<void> {
  await requireActingAdministrator(chat, actor)
  await writeChat(chat, async ({ tx, emit }) => {
    const realm = await loadRealm(tx)
    const before = settingDefaultsOf(realm) as Readonly<Record<string, unknown>>
    const changed = Object.entries(change).filter(
      ([name, value]) => value !== undefined && before[name] !== value,
    )
    if (Object.values(change).every((value) => value === undefined)) {
      throw badRequest('No new data supplied')
    }
    if (changed.length === 0) return
    const new_user_settings = {
      ...realm.new_user_settings,
      ...(Object.fromEntries(changed) as Realm['new_user_settings']),
    }
    await storeRealm(tx, { new_user_settings })
    for (const [property, value] of changed) {
      emit({
        payload: {
          type: 'realm_user_settings_defaults',
          op: 'update',
          property: property as keyof SettingDefaults,
          value: value as string | number | boolean,
        },
        to: 'all',
      })
    }
  })
}
