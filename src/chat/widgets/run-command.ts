import { badRequest } from '../kernel/failures.ts'
import type { Actor, Chat } from '../kernel/types.ts'
import { writeChat } from '../kernel/unit-of-work.ts'
import { changeSettings } from '../personal/change-settings.ts'
import { settingsOf, type UserSettings } from '../personal/user-settings.ts'
import { requireUserById } from '../users/find-users.ts'

/** What a command sets, how that is called, and the command that takes it back. */
interface Switch {
  change: Partial<Pick<UserSettings, 'color_scheme' | 'fluid_layout_width'>>
  mode: string
  back: string
}

const DARK: Switch = { change: { color_scheme: 2 }, mode: 'dark theme', back: '/light' }
const LIGHT: Switch = { change: { color_scheme: 3 }, mode: 'light theme', back: '/dark' }

const SWITCHES = new Map<string, Switch>([
  ['dark', DARK],
  ['night', DARK],
  ['light', LIGHT],
  ['day', LIGHT],
  [
    'fluid-width',
    { change: { fluid_layout_width: true }, mode: 'fluid-width', back: '/fixed-width' },
  ],
  [
    'fixed-width',
    { change: { fluid_layout_width: false }, mode: 'fixed-width', back: '/fluid-width' },
  ],
])

/** Runs a command of a client for the caller; returns what to show, if anything. Throws for an unknown one. */
export async function runCommand(
  chat: Chat,
  actor: Actor,
  command: string,
): Promise<{ msg?: string }> {
  if (!command.startsWith('/')) {
    throw badRequest('There should be a leading slash in the zcommand.')
  }
  const name = command.slice(1)
  if (name === 'ping') return {}
  const preference = SWITCHES.get(name)
  if (!preference) throw badRequest(`No such command: ${name}`)
  const { change, mode, back } = preference
  return writeChat(chat, async (unit) => {
    const user = await requireUserById(unit.tx, actor.user.id)
    const settings = settingsOf(user)
    const isSet = Object.entries(change).every(
      ([setting, value]) => settings[setting as keyof typeof change] === value,
    )
    if (isSet) return { msg: `You are still in ${mode}.` }
    await changeSettings(unit, user, change)
    return { msg: `Changed to ${mode}! To revert, type \`${back}\`.` }
  })
}
