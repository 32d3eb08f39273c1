import type { Random } from '../../newcomer/random.ts'
import { TRAIN_WORDS, type Words } from '../../newcomer/train/words.ts'
import { trainWriter } from '../../newcomer/train/write.ts'
import type { Voice } from '../voice.ts'
import { TRAIN_CHAT, TRAIN_LABELS, TRAIN_SHORTS } from './labels.ts'

const ENGLISH_SHARE = 0.5
const parts = (text: string): string[] => text.split('|')
const PEOPLE = parts(
  'Anna Asker|Colin F|John L|Tin Hat|Majeed Y|jdoe|xX_dragon99|K|42|王小明|محمد علي|さくら|Jean-Luc d’Arc|Pat O’Neil|bob.smith|The Editor|user4711|Dr. Wu|Иван Петров|maria|Zoë Özil|Mr_T|a|Sven|Captain Obvious|n00b|Lea M.|Peter H. Meyer|gast1|Édouard',
)
const GONE = parts('[deleted]|Deleted User|Guest|user removed')
const PLACES = parts('Berlin|Austin, TX|Lyon|somewhere in the north|Osaka|Planet Earth')
const SNIPPETS = parts(
  'const total0 = items.reduce((sum, one) => sum + one.price, 0)|def main0(argv):|    return [x for x in argv if x > 0]|npm install pack0 --save-dev|SELECT id0, name FROM users WHERE age > 18;|Error: cannot open file0.txt|  at run0 (index.js:14:3)|for (int i = 0; i < n; i++) {|} catch (error0) { retry() }|sudo systemctl restart svc0',
)
const SIGNATURES = parts(
  'Life is too short for slow computers.|My other car is a bicycle|Core i7, 32 GB, two screens|Please use the search before posting|Carpe diem — seize the carp|Sent from my phone',
)

/** Somebody of one language, for pages to learn from. */
export function trainVoice(random: Random): Voice {
  const all = TRAIN_WORDS.filter(({ language }) => TRAIN_LABELS[language])
  const words = random.chance(ENGLISH_SHARE) ? all[0]! : random.pick(all)
  return {
    ...voiceOf(words),
    people: PEOPLE,
    gone: GONE,
    places: PLACES,
    snippets: SNIPPETS,
    signatures: SIGNATURES,
  }
}

function voiceOf(words: Words): Pick<Voice, 'writer' | 'chat' | 'shorts' | 'labels'> {
  const { language } = words
  return {
    writer: trainWriter(words),
    chat: TRAIN_CHAT[language]!,
    shorts: TRAIN_SHORTS[language]!,
    labels: TRAIN_LABELS[language]!,
  }
}
