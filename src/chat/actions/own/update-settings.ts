import type { z } from 'zod'
import { badRequest } from '../../failures.ts'
import { membersOf } from '../../groups/membership.ts'
import { checkGroups, checkUsers } from '../../groups/setting.ts'
import { changeSettings, noteOwnSettings, ownSettings } from '../../people/change-settings.ts'
import { userById } from '../../people/find.ts'
import type { AccountWish, SettingChange, settingTargets } from '../../people/setting-inputs.ts'
import type { Actor, Chat } from '../../port.ts'
import { loadMember, type Member, requireCustomizer } from '../../viewer.ts'
import { type ChatWork, writeChat } from '../../write.ts'
import { mailLink } from '../../people/email-mails.ts'
import { changeAccount } from '../users/change-account.ts'
import { beginEmailChange } from '../users/change-email.ts'
import {
  type PasswordWish,
  prepareNewPassword,
  storeNewPassword,
} from '../users/change-password.ts'

/** How the caller is to sign in from now on. */
export interface SignInWish extends PasswordWish {
  email?: string | undefined
}

/** Whose settings are changed, where they are not the caller's. */
export type SettingTargets = z.output<typeof settingTargets>

/** Changes settings of the caller, or, as administrators may, of many others at once (spec 4.4). */
export async function changeOwnSettings(
  chat: Chat,
  actor: Actor,
  change: {
    settings: SettingChange
    account: AccountWish
    signIn?: SignInWish
    targets?: SettingTargets | undefined
  },
): Promise<void> {
  const settings = present(change.settings)
  const account = present(change.account)
  const signIn = present(change.signIn ?? {})
  // Before the unit of work, which must not take long.
  const newPassword = change.targets ? undefined : await prepareNewPassword(chat, actor, signIn)
  const pending = await writeChat(chat, async (unit) => {
    const member = await loadMember(unit.tx, actor, chat.now().getTime())
    if (change.targets) {
      requireCustomizer(member)
      const [personal] = Object.keys({ ...account, ...signIn })
      if (personal !== undefined)
        throw badRequest(`${personal} cannot be changed with target_users`)
      await changeOthers(chat, unit, member, settings, change.targets)
      return undefined
    }
    const user = await userById(unit.tx, actor.user.id)
    await changeSettings(unit, user, settings)
    await noteOwnSettings(unit, user.id, Object.keys(settings))
    await changeAccount(chat, unit, member, user, account)
    if (newPassword) await storeNewPassword(unit.tx, actor, newPassword)
    const { email } = signIn
    return email === undefined ? undefined : beginEmailChange(chat, unit, member, user, email)
  })
  if (pending) await mailLink(chat, pending)
}

async function changeOthers(
  chat: Chat,
  unit: ChatWork,
  member: Member,
  settings: Readonly<Record<string, unknown>>,
  { user_ids, group_ids, skip_if_already_edited }: SettingTargets,
): Promise<void> {
  await checkUsers(unit.tx, member, user_ids)
  await checkGroups(unit.tx, group_ids)
  const ids = new Set(user_ids)
  const nowMs = chat.now().getTime()
  for (const group of group_ids) {
    const members = await membersOf(unit.tx, group, member.realm.waiting_period_threshold, nowMs)
    for (const id of members) ids.add(id)
  }
  for (const id of ids) {
    const own = skip_if_already_edited ? await ownSettings(unit, id) : new Set()
    const wanted = Object.entries(settings).filter(([name]) => !own.has(name))
    await changeSettings(unit, await userById(unit.tx, id), Object.fromEntries(wanted))
  }
}

function present<T extends object>(fields: T): Partial<T> {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given) as Partial<T>
}
