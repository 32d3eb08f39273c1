import type { z } from 'zod'
import { requireGroups, requireUsers } from '../groups/group-settings.ts'
import { loadMembersOf } from '../groups/membership.ts'
import { badRequest } from '../kernel/failures.ts'
import { loadMember, type Member, requireCustomizer } from '../kernel/requester.ts'
import type { Actor, Chat } from '../kernel/types.ts'
import { type ChatWork, rehearseChat, writeChat } from '../kernel/unit-of-work.ts'
import { changeAccount } from '../users/accounts/change-account.ts'
import { mailLink } from '../users/accounts/change-email.ts'
import { beginEmailChange, dropEmailChange } from '../users/accounts/change-email.ts'
import { requireUserById } from '../users/find-users.ts'
import {
  type PasswordWish,
  prepareNewPassword,
  storeNewPassword,
} from '../users/sign-in/change-password.ts'
import { changeSettings, recordOwnSettings, loadOwnSettings } from './change-settings.ts'
import type { AccountWish, SettingChange, settingTargets } from './setting-inputs.ts'

/** Requested changes of how the caller signs in. */
export interface SignInWish extends PasswordWish {
  email?: string | undefined
}

/** Users whose settings are changed, when not the caller's. */
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
  const { targets } = change
  if (targets) {
    const [personal] = Object.keys({ ...account, ...signIn })
    await writeChat(chat, async (unit) => {
      const member = await loadMember(unit.tx, actor, chat.now().getTime())
      requireCustomizer(member)
      if (personal !== undefined)
        throw badRequest(`${personal} cannot be changed with target_users`)
      await changeOthers(chat, unit, member, settings, targets)
    })
    return
  }
  // Done before the unit of work, which must be short.
  const newPassword = await prepareNewPassword(chat, actor, signIn)
  const apply = async (unit: ChatWork) => {
    const member = await loadMember(unit.tx, actor, chat.now().getTime())
    const user = await requireUserById(unit.tx, actor.user.id)
    await changeSettings(unit, user, settings)
    await recordOwnSettings(unit, user.id, Object.keys(settings))
    await changeAccount(chat, unit, member, user, account)
    if (newPassword) await storeNewPassword(unit.tx, actor, newPassword)
  }
  if (signIn.email === undefined) await writeChat(chat, apply)
  else await applyWithEmail(chat, actor, signIn.email, apply)
}

/**
 * Sends the confirmation of a new address and stores the other changes, or does neither: mail may fail and cannot be undone, so
 * it is sent after all checks and before anything else is stored.
 */
async function applyWithEmail(
  chat: Chat,
  actor: Actor,
  email: string,
  apply: (unit: ChatWork) => Promise<void>,
): Promise<void> {
  await rehearseChat(chat, apply)
  const pending = await writeChat(chat, async (unit) => {
    const member = await loadMember(unit.tx, actor, chat.now().getTime())
    return beginEmailChange(
      chat,
      unit,
      member,
      await requireUserById(unit.tx, actor.user.id),
      email,
    )
  })
  if (pending) {
    try {
      await mailLink(chat, pending)
    } catch (error) {
      await dropEmailChange(chat, pending)
      throw error
    }
  }
  await writeChat(chat, apply)
}

async function changeOthers(
  chat: Chat,
  unit: ChatWork,
  member: Member,
  settings: Readonly<Record<string, unknown>>,
  { user_ids, group_ids, skip_if_already_edited }: SettingTargets,
): Promise<void> {
  await requireUsers(unit.tx, member, user_ids)
  await requireGroups(unit.tx, group_ids)
  const ids = new Set(user_ids)
  const nowMs = chat.now().getTime()
  for (const group of group_ids) {
    const members = await loadMembersOf(
      unit.tx,
      group,
      member.realm.waiting_period_threshold,
      nowMs,
    )
    for (const id of members) ids.add(id)
  }
  for (const id of ids) {
    const own = skip_if_already_edited ? await loadOwnSettings(unit, id) : new Set()
    const applicable = Object.entries(settings).filter(([name]) => !own.has(name))
    await changeSettings(unit, await requireUserById(unit.tx, id), Object.fromEntries(applicable))
  }
}

function present<T extends object>(fields: T): Partial<T> {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given) as Partial<T>
}
