import { call } from '../../lib/api.ts'
import { loadEmoji } from '../../lib/emoji-data.ts'
import { glyphOf } from '../../lib/emoji.ts'
import { recentEmoji } from '../../lib/recent-emoji.ts'
import { state } from '../../store/state.ts'
import { chatText as t } from '../../words/chat.ts'
import type { Suggestion } from './suggestion.ts'

/** What fits the beginning of a mention, a channel, a topic of one (`#general>`), an emoji or a command, the best first. */
export async function findSuggestions(sign: string, words: string): Promise<readonly Suggestion[]> {
  const needle = fold(words)
  if (sign === '#') {
    const names = [...state.channels.value.values()]
      .filter(({ is_archived }) => !is_archived)
      .map(({ name }) => name)
    return ranked(names, needle).map((name) => ({ text: `#**${name}** `, label: `#${name}` }))
  }
  if (sign === '@') return [...peopleFor(needle), ...groupsFor(needle)]
  if (sign === '/') {
    return t.commands
      .filter(([name]) => name.startsWith(`/${needle}`))
      .map(([name, hint]) => ({ text: `${name} `, label: name, hint }))
  }
  if (sign.startsWith('#')) return topicsFor(sign.slice(1, -1), needle)
  return emojiFor(needle.replaceAll(' ', '_'))
}

async function emojiFor(needle: string): Promise<readonly Suggestion[]> {
  const emoji = await loadEmoji().catch(() => [])
  const own = [...state.customEmoji.value.values()].filter(({ deactivated }) => !deactivated)
  const labels = new Map([
    ...emoji.map(({ name, code }) => [name, `${glyphOf(code)} ${name}`] as const),
    ...own.map(({ name }) => [name, `:${name}:`] as const),
  ])
  const recent = recentEmoji()
  return ranked([...labels.keys()], needle, (name) => recent.indexOf(name)).map((name) => ({
    text: `:${name}: `,
    label: labels.get(name) ?? name,
  }))
}

async function topicsFor(channelName: string, needle: string): Promise<readonly Suggestion[]> {
  const channel = [...state.channels.value.values()].find(({ name }) => name === channelName)
  if (!channel) return []
  const path = `users/me/${channel.stream_id}/topics`
  const { topics } = await call<{ topics: readonly { name: string }[] }>('GET', path).catch(() => ({
    topics: [],
  }))
  const names = topics.map(({ name }) => name).filter((name) => name !== '')
  return ranked(names, needle).map((name) => ({
    text: `#**${channelName}>${name}** `,
    label: name,
    hint: `#${channelName}`,
  }))
}

function peopleFor(needle: string): readonly Suggestion[] {
  const people = [...state.users.value.values()].filter(({ is_active }) => is_active)
  const byName = Map.groupBy(people, ({ full_name }) => full_name)
  return ranked([...byName.keys()], needle).flatMap((name) => {
    const named = byName.get(name) ?? []
    return named.map(({ user_id, is_bot, delivery_email }) => ({
      text: `@**${name}${named.length > 1 ? `|${user_id}` : ''}** `,
      label: name,
      hint: is_bot ? t.bot : (delivery_email ?? ''),
    }))
  })
}

function groupsFor(needle: string): readonly Suggestion[] {
  const everybody = ['all', 'topic']
    .filter((name) => needle !== '' && name.startsWith(needle))
    .map((name) => ({ text: `@**${name}** `, label: name }))
  const groups = [...state.groups.value.values()]
    .filter(({ name, is_system_group }) => !is_system_group && fold(name).includes(needle))
    .map(({ name, description }) => ({ text: `@*${name}* `, label: name, hint: description }))
  return [...everybody, ...groups]
}

/** A text as it is looked for: without accents, in small letters. */
function fold(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
}

/** Names that hold what is looked for: just that first, then those used of late, those that begin so, and those with a word that does. */
function ranked(
  names: readonly string[],
  needle: string,
  lately: (name: string) => number = () => -1,
): readonly string[] {
  return names
    .flatMap((name) => {
      const folded = fold(name)
      const at = folded.indexOf(needle)
      if (at === -1) return []
      const last = lately(name)
      const begins = at === 0 ? 2 : /[^\p{L}\p{N}]/u.test(folded.charAt(at - 1)) ? 3 : 4
      const rank = folded === needle ? 0 : last === -1 ? begins : 1 + last / 100
      return [{ name, rank }]
    })
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ name }) => name)
}
