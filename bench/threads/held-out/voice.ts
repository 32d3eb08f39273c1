import { HELD_OUT_PHRASES } from '../../newcomer/held-out/phrases.ts'
import { heldOutWriter } from '../../newcomer/held-out/write.ts'
import type { Random } from '../../newcomer/random.ts'
import type { Voice } from '../voice.ts'
import { HELD_OUT_CHAT, HELD_OUT_LABELS, HELD_OUT_SHORTS } from './labels.ts'

const FIRST_SHARE = 0.45
const list = (text: string): string[] => text.split(', ')
const PEOPLE = list(
  'Greta Lindqvist, T. Okafor, mods4life, Q, 7, 김민수, 李娜, أحمد, Ana-Sofía Ruiz, Seán Ó Briain, joe_the_plumber, The Wandering Cook, guest2211, Prof. Bell, Олена Коваль, zed, Ümit Çelik, Mrs. K., l33tcoder, b, Wim de Groot, First Last, noob42, Ines V, Hans-Jörg Fuchs, unknown pilot, 田中, R2, Ó, Kim',
)

/** Somebody of one language, for pages that nothing is tuned on. */
export function heldOutVoice(random: Random): Voice {
  const known = HELD_OUT_PHRASES.filter(({ language }) => HELD_OUT_LABELS[language])
  const phrases = random.chance(FIRST_SHARE) ? known[0]! : random.pick(known)
  const { language } = phrases
  return {
    writer: heldOutWriter(phrases),
    chat: HELD_OUT_CHAT[language]!,
    shorts: HELD_OUT_SHORTS[language]!,
    labels: HELD_OUT_LABELS[language]!,
    people: PEOPLE,
    gone: list('Anonymous, [removed], Former user, Unknown account'),
    places: list('Ghent, Porto Alegre, up the hill, Busan, Nowhere, Kraków'),
    snippets: [
      'let price0 = basket.map(item => item.cost).sum();',
      '#include <stdio0.h>',
      'curl -sS https://host.example/file0.tgz | tar xz',
      'panic: index out of range [0]',
      '    if err != nil { return err }',
      'docker run --rm -it image0 sh',
      'print(sorted(words0, key=len)[-1])',
      '<a href="page0.html">next</a>',
      "WHERE created_at < now() - interval '0 days'",
    ],
    signatures: [
      'Nothing beats a good cup of tea in the shed',
      'I used to be indecisive, now I am not so sure.',
      'Ryzen 5 / 16 GB / one very old cat',
      'Rule one of the club: read the pinned thread',
      'per aspera ad astra',
    ],
  }
}
