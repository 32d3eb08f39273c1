import type { MadeArchive } from './made-archive.ts'
import { seededRandom } from './seeded-random.ts'

/** Makes exports of the public server with rows of every kind, and with odd ones: a repeatable one for each seed. */
export function makePublicArchive(seed: number): MadeArchive {
  const random = seededRandom(seed)
  const below = (count: number): number => Math.floor(random() * count)
  const pick = <T>(from: readonly T[]): T => from[below(from.length)] as T
  const words: string[] = []
  const lostWords: string[] = []
  const wordOf = (kept: string[]): string => {
    kept.push(`w${seed}x${words.length + lostWords.length}q`)
    return kept.at(-1) ?? ''
  }
  const word = (): string => wordOf(words)
  const lost = (): string => wordOf(lostWords)
  const users = [10, 11, 12].map((id) => ({
    id,
    delivery_email: pick([`u${seed}-${id}@x.test`, '', 'no address', `u${id}@x.test`]),
    full_name: pick(['Ann *', `Person ${id}`, '', 'N'.repeat(120)]),
    role: pick([100, 400, 600, 7]),
    is_active: pick([true, false]),
    is_bot: id === 12,
    date_joined: pick([1_700_000_000, null, 'x']),
  }))
  const recipients = [
    { id: 1, type: 1, type_id: 10 },
    { id: 2, type: 1, type_id: 11 },
    { id: 3, type: 2, type_id: 20 },
    { id: 4, type: 2, type_id: 21 },
    { id: 5, type: 3, type_id: 30 },
    { id: 6, type: 2, type_id: 99 },
  ]
  const subscriptions = [3, 4, 5].flatMap((recipient) =>
    [10, 11, 12].map((user_profile) => ({ user_profile, recipient, active: random() < 0.8 })),
  )
  let id = 100
  const nextId = () => (id += 1 + below(3))
  const place = (): object => ({
    sender: pick([10, 11, 12]),
    recipient: pick([1, 2, 3, 4, 5]),
    subject: pick(['plan', '', '\u0007', 'a\u0000b', 'Plan']),
  })
  const message = (content: unknown, fields: object = {}): object => ({
    id: nextId(),
    ...place(),
    date_sent: 1_704_100_000 + id,
    content,
    ...fields,
  })
  const kinds: readonly (() => unknown)[] = [
    () => message(`plain ${word()} @**Ann|10** #**town>plan@${100 + below(20)}**`),
    () => message(`${word()} \u0000 [a](/user_uploads/2/x/y.txt)`),
    () => message(`${word()} ${'long '.repeat(2_500)} ${lost()}`),
    () => message(word(), { subject: 's'.repeat(80), recipient: 3 }),
    () => message(word(), { date_sent: pick([null, 'soon', -1, 1.7e12, undefined]) }),
    () => message(word(), { edit_history: pick(['{', '[]', '[7]', 'null', 5]) }),
    () =>
      message(word(), {
        edit_history: JSON.stringify(
          Array.from({ length: 120 }, (_, at) => ({ prev_content: `v${at}`, timestamp: 5 })),
        ),
      }),
    () => message(lost(), { sender: pick([77, null, 'x']) }),
    () => message(lost(), { recipient: pick([6, 88, null]) }),
    () => message(pick([null, 5, { text: 'x' }])),
    () => ({ ...message(lost()), id: pick([null, '7', -1, 1.5, undefined]) }),
    () => ({ ...message(lost()), id: 100 }),
    () => pick([null, 7, 'text', []]),
  ]
  const first = message(word(), { id: 100 })
  const files: Record<string, string> = {}
  let rowCount = 0
  const count = 1 + below(3)
  for (let file = 1; file <= count; file += 1) {
    const rows = Array.from({ length: below(12) }, () => pick(kinds)())
    if (file === 1) rows.unshift(first)
    // What comes last must be good, since it says which ids the export has.
    if (file === count) rows.push(message(word()))
    rowCount += rows.length
    const ids = rows.flatMap((row) => (row as { id?: unknown } | null)?.id ?? [])
    files[`messages-00000${file}.json`] = JSON.stringify({
      zerver_message: file > 1 && random() < 0.3 ? rows.toReversed() : rows,
      zerver_usermessage: ids.flatMap((one) =>
        [10, 11, 99].map((user_profile) => ({ user_profile, message: one, flags_mask: below(9) })),
      ),
    })
  }
  const reactions = Array.from({ length: below(6) }, () => ({
    user_profile: pick([10, 11, 77]),
    message: pick([100, 101, 102, 5]),
    emoji_name: pick(['tada', 'nowhere']),
    emoji_code: pick(['1f389', 'x']),
    reaction_type: pick(['unicode_emoji', 'realm_emoji']),
  }))
  files['realm.json'] = JSON.stringify({
    zerver_realm: [{ id: 2, name: 'The shop' }],
    zerver_userprofile: [...users, ...(random() < 0.3 ? [null, { full_name: 'No id' }] : [])],
    zerver_stream: [
      { id: 20, name: `town ${seed}`, description: 'd'.repeat(below(1_500)) },
      { id: 21, name: pick(['den', 'n'.repeat(90)]), invite_only: true },
      ...(random() < 0.3 ? [{ name: 'no id' }] : []),
    ],
    zerver_recipient: recipients,
    zerver_subscription: [...subscriptions, { user_profile: 77, recipient: 3, active: true }],
    zerver_client: [{ id: 1, name: 'website' }],
    zerver_reaction: reactions,
    zerver_realmauditlog: [{ id: 1 }],
    zerver_alertword: [{ user_profile: 77, word: 'x' }],
    zerver_somethingnew: random() < 0.5 ? [{ id: 1 }, 'odd'] : {},
  })
  if (random() < 0.5) {
    const row = {
      id: 1,
      owner: pick([10, 77]),
      path_id: '2/x/y.txt',
      file_name: 'y',
      messages: [100],
    }
    files['attachment.json'] = JSON.stringify({ zerver_attachment: [row, 'odd'] })
    if (random() < 0.5) files['uploads/2/x/y.txt'] = 'bytes'
  }
  return { files, rowCount, words, lostWords }
}
