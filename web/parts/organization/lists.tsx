import { CheckField, ChoiceField, textIn, TextField } from '../../kit/forms.tsx'
import type { Tab } from '../../kit/frame.tsx'
import { call, csrfToken, readAnswer } from '../../lib/api.ts'
import { userName } from '../../store/names.ts'
import { w } from '../../words/team.ts'
import { ListPage } from './list-page.tsx'

interface PageTabs {
  tabs: readonly Tab[]
}

interface EmojiRecord {
  id: string
  name: string
  source_url: string
  deactivated: boolean
  author_id: number | null
}

const emoji: ListPage<EmojiRecord> = {
  title: w.organization.emoji,
  intro: w.organization.emojiIntro,
  icon: 'smile',
  none: w.organization.emojiNone,
  hint: w.organization.emojiHint,
  async load(signal) {
    const { emoji: all } = await call<{ emoji: Record<string, EmojiRecord> }>(
      'GET',
      'realm/emoji',
      {},
      signal,
    )
    return Object.values(all).filter(({ deactivated }) => !deactivated)
  },
  keyOf: ({ id }) => id,
  nameOf: ({ name }) => `:${name}:`,
  about: ({ author_id: id }) => (id === null ? '' : userName(id)),
  picture: ({ source_url: src }) => <img class="emoji-picture" src={src} alt="" />,
  fields: () => (
    <>
      <TextField
        label={w.organization.emojiName}
        name="name"
        pattern="[a-z0-9_\-]+"
        required
        autoFocus
      />
      <TextField
        label={w.organization.picture}
        name="picture"
        type="file"
        accept="image/*"
        required
      />
    </>
  ),
  async add(form) {
    const picture = form.get('picture')
    if (!(picture instanceof File)) return
    const body = new FormData()
    body.set('file', picture)
    const response = await fetch(`/api/v1/realm/emoji/${textIn(form, 'name')}`, {
      method: 'POST',
      body,
      credentials: 'same-origin',
      headers: { 'x-csrftoken': csrfToken() },
    })
    await readAnswer(response)
  },
  async remove({ name }) {
    await call('DELETE', `realm/emoji/${name}`)
  },
}

/** The page `#organization/emoji`. */
export function Emoji({ tabs }: PageTabs) {
  return <ListPage tabs={tabs} page={emoji} />
}

interface Linkifier {
  id: number
  pattern: string
  url_template: string
}

const linkifiers: ListPage<Linkifier> = {
  title: w.organization.linkifiers,
  intro: w.organization.linkifierIntro,
  icon: 'link',
  none: w.organization.linkifierNone,
  hint: w.organization.linkifierHint,
  load: async (signal) =>
    (await call<{ linkifiers: readonly Linkifier[] }>('GET', 'realm/linkifiers', {}, signal))
      .linkifiers,
  keyOf: ({ id }) => id,
  nameOf: ({ pattern }) => pattern,
  about: ({ url_template: template }) => template,
  fields: () => (
    <>
      <TextField
        label={w.organization.pattern}
        hint={w.organization.patternHint}
        name="pattern"
        required
        autoFocus
      />
      <TextField
        label={w.organization.template}
        hint={w.organization.templateHint}
        name="template"
        required
      />
    </>
  ),
  async add(form) {
    await call('POST', 'realm/filters', {
      pattern: textIn(form, 'pattern'),
      url_template: textIn(form, 'template'),
    })
  },
  async remove({ id }) {
    await call('DELETE', `realm/filters/${id}`)
  },
}

/** The page `#organization/linkifiers`. */
export function Linkifiers({ tabs }: PageTabs) {
  return <ListPage tabs={tabs} page={linkifiers} />
}

interface ProfileField {
  id: number
  name: string
  hint: string
  type: number
}

/** Kinds of fields that need nothing but a name. */
const PLAIN_KINDS = new Set(['1', '2', '4', '5', '6', '8'])

const fields: ListPage<ProfileField> = {
  title: w.organization.fields,
  intro: w.organization.fieldIntro,
  icon: 'pencil',
  none: w.organization.fieldNone,
  hint: w.organization.fieldHint,
  load: async (signal) =>
    (
      await call<{ custom_fields: readonly ProfileField[] }>(
        'GET',
        'realm/profile_fields',
        {},
        signal,
      )
    ).custom_fields,
  keyOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  about: ({ type, hint }) => [w.organization.fieldKinds[type], hint].filter(Boolean).join(' · '),
  fields: () => (
    <>
      <TextField label={w.name} name="name" maxLength={40} required autoFocus />
      <TextField label={w.organization.hint} name="hint" maxLength={80} />
      <ChoiceField
        label={w.organization.fieldKind}
        name="kind"
        value="1"
        choices={Object.entries(w.organization.fieldKinds).filter(([kind]) =>
          PLAIN_KINDS.has(kind),
        )}
      />
    </>
  ),
  async add(form) {
    await call('POST', 'realm/profile_fields', {
      name: textIn(form, 'name'),
      hint: textIn(form, 'hint'),
      field_type: textIn(form, 'kind'),
    })
  },
  async remove({ id }) {
    await call('DELETE', `realm/profile_fields/${id}`)
  },
}

/** The page `#organization/fields`. */
export function Fields({ tabs }: PageTabs) {
  return <ListPage tabs={tabs} page={fields} />
}

interface Domain {
  domain: string
  allow_subdomains: boolean
}

const domains: ListPage<Domain> = {
  title: w.organization.domains,
  intro: w.organization.domainIntro,
  icon: 'globe',
  none: w.organization.domainNone,
  hint: w.organization.domainHint,
  load: async (signal) =>
    (await call<{ domains: readonly Domain[] }>('GET', 'realm/domains', {}, signal)).domains,
  keyOf: ({ domain }) => domain,
  nameOf: ({ domain }) => domain,
  about: ({ allow_subdomains: isWide }) => (isWide ? w.organization.subdomains : ''),
  fields: () => (
    <>
      <TextField label={w.organization.domain} name="domain" required autoFocus />
      <CheckField label={w.organization.subdomains} name="wide" />
    </>
  ),
  async add(form) {
    await call('POST', 'realm/domains', {
      domain: textIn(form, 'domain'),
      allow_subdomains: form.has('wide'),
    })
  },
  async remove({ domain }) {
    await call('DELETE', `realm/domains/${encodeURIComponent(domain)}`)
  },
}

/** The page `#organization/domains`. */
export function Domains({ tabs }: PageTabs) {
  return <ListPage tabs={tabs} page={domains} />
}
