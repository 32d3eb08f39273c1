import { Draft } from '../newcomer/draft.ts'
import type { Asset, Fact, Member, Post, RecordPage } from './page.ts'

/** What all labels of a fact may be, beside those that the page shows. */
const LABELS: Readonly<Record<string, readonly string[]>> = {
  assignees: ['assignees', 'assignee', 'assigned to', 'owner'],
  author: ['author', 'authors', 'by', 'reporter', 'opened by', 'published by', 'released by'],
  dependencies: ['dependencies'],
  downloads: ['downloads', 'weekly downloads', 'total downloads'],
  homepage: ['homepage', 'home page', 'website', 'project page'],
  labels: ['labels', 'label', 'tags', 'keywords'],
  license: ['license', 'licence', 'licenses'],
  milestone: ['milestone', 'target milestone', 'version', 'target version', 'fix version'],
  number: ['number', 'issue', 'bug', 'ticket', 'key', 'id', 'pull request', 'merge request'],
  published: ['published', 'last publish', 'last published', 'released', 'date', 'release date'],
  repository: ['repository', 'source', 'source code', 'code', 'repo'],
  state: ['state', 'status'],
  tag: ['tag', 'version', 'release', 'name'],
  tags: ['tags', 'tag', 'topics', 'labels', 'keywords'],
  version: ['version', 'latest version', 'latest', 'release'],
  votes: ['votes', 'score', 'points', 'likes', 'vote'],
  mark: ['state', 'status', 'mark', 'release', 'type', 'channel', 'stability'],
}

/** More about a fact than its value. */
export interface FactOptions extends Partial<Pick<Fact, 'units' | 'inFrameOf' | 'inTitle'>> {
  /** The label that the page shows. */
  label?: string
  /** Other ways to write the value. */
  also?: readonly string[]
}

/** A page in the making, whose templates say of every text what it is when they write it. */
export class RecordDraft extends Draft {
  readonly facts: Fact[] = []
  readonly installs: string[] = []
  readonly posts: Post[] = []
  readonly events: string[] = []
  readonly assets: Asset[] = []
  readonly links: { name: string; url: string }[] = []
  readonly members: Member[] = []
  readonly body: string[] = []

  /** Notes the title of the page. */
  title(text: string): string {
    this.heading = text
    return text
  }

  /** Notes a text that must be kept once. */
  say(text: string): string {
    this.body.push(text)
    return text
  }

  /** Notes a fact of one value, and returns it as the page shows it. */
  fact(name: string, shown: string, options: FactOptions = {}): string {
    this.#add(name, [[shown, ...(options.also ?? [])]], options)
    return shown
  }

  /** Notes a fact of several values, and returns them. */
  several(name: string, shown: readonly string[], options: FactOptions = {}): readonly string[] {
    if (shown.length > 0) {
      this.#add(
        name,
        shown.map((value) => [value]),
        options,
      )
    }
    return shown
  }

  /** Notes a fact that is an address, and returns it. */
  address(name: string, url: string, options: FactOptions = {}): string {
    this.#add(name, [[url, ...(options.also ?? [])]], options, { url })
    return url
  }

  /** Notes a word that says what state a release is in. */
  mark(shown: string, also: readonly string[] = []): string {
    this.#add('mark', [[shown, ...also]], {}, { isMark: true })
    return shown
  }

  /** Notes a command that installs it. */
  install(command: string): string {
    this.installs.push(command)
    return command
  }

  /** Notes who wrote what is said next. */
  post(post: Post): void {
    this.posts.push(post)
  }

  /** Notes a line that nobody wrote, which begins so; returns what it says after the first part. */
  event(start: string, text: string): string {
    this.events.push(`${start} ${text}`)
    return this.maybe(text)
  }

  #add(name: string, values: string[][], options: FactOptions, more: Partial<Fact> = {}): void {
    const { label, units = [], inFrameOf, inTitle } = options
    if (label !== undefined) this.maybe(label)
    this.facts.push({
      name,
      labels: [...(LABELS[name] ?? [name]), ...(label === undefined ? [] : [label])].map(lower),
      values: values.map((ways) => ways.map(lower)),
      units: units.map(lower),
      ...(inFrameOf === undefined ? {} : { inFrameOf }),
      ...(inTitle === undefined ? {} : { inTitle }),
      ...more,
    })
  }

  /** Returns the page with this source. */
  page(about: Pick<RecordPage, 'id' | 'kind' | 'system' | 'url' | 'html'>): RecordPage {
    const { facts, installs, posts, events, assets, links, members, body, neutral } = this
    const language = this.writer.language
    const known = { facts, installs, posts, events, assets, links, members, body, neutral }
    return { ...about, language, title: this.heading, ...known }
  }
}

function lower(text: string): string {
  return text.toLowerCase()
}
