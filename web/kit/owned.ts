import type { User } from '../lib/types.ts'
import { ownUser, state } from '../store/state.ts'
import { w } from '../words/team.ts'

/** Whether the reader administers the organization. */
export function isAdmin(): boolean {
  const { is_admin, is_owner } = ownUser()
  return is_admin || is_owner
}

/** The name of a role. */
export function roleName(role: number): string {
  return w.roles[role] ?? String(role)
}

/** Accounts by name, bots or people. */
export function accounts(areBots: boolean): readonly User[] {
  return [...state.users.value.values()]
    .filter(({ is_bot }) => is_bot === areBots)
    .toSorted((a, b) => a.full_name.localeCompare(b.full_name))
}

/** Roles that the reader may give: owners all, administrators all but that one. */
export function givenRoles(): readonly (readonly [string, string])[] {
  return Object.entries(w.roles)
    .filter(([role]) => role !== '100' || ownUser().is_owner)
    .map(([role, name]) => [role, name] as const)
}
