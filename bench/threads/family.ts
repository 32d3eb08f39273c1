import { Random } from '../newcomer/random.ts'
import type { Markup } from './markup.ts'
import type { MakePage, Post, ThreadPage } from './page.ts'
import { Scene, type DraftPost } from './scene.ts'
import type { Voice } from './voice.ts'

/** Writes a page and says who said what on it. */
export type Template = (scene: Scene) => Markup

/** Systems that show posts in a similar way. A template writes several forms, by the number of the scene. */
export interface Family {
  name: string
  templates: readonly Template[]
  form?: ThreadPage['form']
}

/** Forms that each template of a family of one has. */
const FORMS_COUNT = 3
const SEED_STEP = 1_000_003

/** Makes pages of families that follow one another. */
export function familyPages(
  families: readonly Family[],
  voiceOf: (random: Random) => Voice,
  half: string,
): MakePage {
  return (seed, number) => {
    const random = new Random(seed * SEED_STEP + number)
    const { name, templates, form = 'thread' } = families[number % families.length]!
    const turn = Math.floor(number / families.length)
    const template = templates[turn % templates.length]!
    const variant = Math.floor(turn / templates.length) % FORMS_COUNT
    const scene = new Scene(random, voiceOf(random), variant)
    const { source } = template(scene)
    return {
      id: `${half}-${name}-${number}`,
      url: `https://www.example.org/${random.pick(['t', 'threads', 'p', 'd'])}/${random.int(100, 99_999)}`,
      html: `<!doctype html>\n${source}`,
      family: name,
      template: `${template.name}-${variant}`,
      language: scene.language,
      heading: scene.heading,
      posts: scene.posts.map(asPost),
      outside: scene.outside,
      articleAuthor: scene.articleAuthor,
      neutral: scene.neutral,
      labels: scene.labels,
      form,
    }
  }
}

function asPost({
  author,
  aliases,
  date,
  shown,
  parts,
  depth,
  parent,
  votes,
  isAccepted,
  continues,
  role,
}: DraftPost): Post {
  return {
    author,
    aliases,
    date,
    shown,
    parts,
    depth,
    ...(parent === undefined ? {} : { parent }),
    ...(votes === undefined ? {} : { votes }),
    isAccepted,
    ...(continues === undefined ? {} : { continues }),
    role,
  }
}
