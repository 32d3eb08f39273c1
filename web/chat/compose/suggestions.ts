import { loadEmoji } from '../../lib/emoji-data.ts'
import { glyphOf } from '../../lib/emoji.ts'
import { state } from '../../store/state.ts'
import { chatText as t } from '../../words/chat.ts'
import type { Suggestion } from './suggestion.ts'

/** What fits the beginning of a mention, a channel or an emoji, the best first. */
export async function findSuggestions(
  sign: string,
  needle: string,
): Promise<readonly Suggestion[]> {
  if (sign === '#') {
    return [...state.channels.value.values()]
      .filter(({ name, is_archived }) => !is_archived && name.toLowerCase().includes(needle))
      .toSorted((a, b) => rank(a.name, needle) - rank(b.name, needle))
      .map(({ name }) => ({ text: `#**${name}** `, label: `#${name}` }))
  }
  if (sign === '@') return [...peopleFor(needle), ...groupsFor(needle)]
  const emoji = await loadEmoji().catch(() => [])
  const name = needle.replaceAll(' ', '_')
  const custom = [...state.customEmoji.value.values()]
    .filter((one) => !one.deactivated && one.name.includes(name))
    .map((one) => ({ text: `:${one.name}: `, label: `:${one.name}:` }))
  const unicode = emoji
    .filter((one) => one.name.includes(name))
    .toSorted((a, b) => rank(a.name, name) - rank(b.name, name))
    .map((one) => ({ text: `:${one.name}: `, label: `${glyphOf(one.code)} ${one.name}` }))
  return [...custom, ...unicode]
}

function peopleFor(needle: string): readonly Suggestion[] {
  const found = [...state.users.value.values()]
    .filter(({ full_name, is_active }) => is_active && full_name.toLowerCase().includes(needle))
    .toSorted((a, b) => rank(a.full_name, needle) - rank(b.full_name, needle))
  return found.map(({ full_name, user_id, is_bot, delivery_email }) => {
    const isShared = found.filter((one) => one.full_name === full_name).length > 1
    return {
      text: `@**${full_name}${isShared ? `|${user_id}` : ''}** `,
      label: full_name,
      hint: is_bot ? t.bot : (delivery_email ?? ''),
    }
  })
}

function groupsFor(needle: string): readonly Suggestion[] {
  const everybody = ['all', 'topic']
    .filter((name) => needle !== '' && name.startsWith(needle))
    .map((name) => ({ text: `@**${name}** `, label: name }))
  const groups = [...state.groups.value.values()]
    .filter(({ name, is_system_group }) => !is_system_group && name.toLowerCase().includes(needle))
    .map(({ name, description }) => ({ text: `@*${name}* `, label: name, hint: description }))
  return [...everybody, ...groups]
}

/** Names that begin so come first, then those with a word that does. */
function rank(name: string, needle: string): number {
  const at = name.toLowerCase().indexOf(needle)
  if (at === 0) return 0
  return /\W/.test(name.charAt(at - 1)) ? 1 : 2
}
