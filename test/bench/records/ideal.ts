import type { Fact, Member, RecordPage } from '../../../bench/records/page.ts'

/** Markdown of a page as it should be read, from what is known of it. */
export function idealOf(page: RecordPage): string {
  const posts = page.posts.toSorted((a, b) => Number(b.isAccepted) - Number(a.isAccepted))
  const ordered = [
    ...posts.filter(({ role }) => role === 'question'),
    ...posts.filter(({ role }) => role !== 'question'),
  ]
  const starts = page.posts.map(({ opening }) => page.body.indexOf(opening))
  const said = new Set(page.posts.length === 0 ? [] : page.body)
  for (const text of page.members.flatMap(textsOf)) said.add(text)
  return [
    `# ${escaped(page.title)}`,
    page.facts.map(factOf).join(' · '),
    ...page.installs.map((command) => fenced(command)),
    ...page.body.filter((text) => !said.has(text)).map(escaped),
    ...ordered.flatMap((post) => {
      const start = page.body.indexOf(post.opening)
      const end = starts.find((one) => one > start) ?? page.body.length
      const head = [
        `**${escaped(post.author)}**`,
        post.votes === '' ? '' : `${post.votes} votes`,
        post.isAccepted ? 'accepted' : '',
      ]
      return [
        head.filter((part) => part !== '').join(' · '),
        ...page.body.slice(start, end).map(escaped),
      ]
    }),
    ...page.members.flatMap(memberOf),
    page.assets
      .map(({ name, url, sizes }) => `- [${escaped(name)}](${url}) ${sizes[0] ?? ''}`)
      .join('\n'),
    ...page.links.map(({ name, url }) => `[${name}](${url})`),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

function factOf({ labels, values, url }: Fact): string {
  const value = url === undefined ? values.map(([first]) => escaped(first!)).join(', ') : `<${url}>`
  return `**${labels[0]!}:** ${value}`
}

function textsOf({ text, parameters, returns, raises, deprecated }: Member): string[] {
  return [
    text,
    ...parameters.map((one) => one.text),
    returns?.text ?? '',
    ...raises.map((one) => one.text),
    deprecated ?? '',
  ]
}

function memberOf({
  name,
  signature,
  text,
  parameters,
  returns,
  raises,
  source,
  deprecated,
}: Member): string[] {
  const rows = parameters.map(
    (one) => `| ${[one.name, one.type, one.default, one.text].map(escaped).join(' | ')} |`,
  )
  return [
    `## ${escaped(name)}`,
    fenced(signature),
    escaped(text),
    deprecated === undefined ? '' : `**Deprecated:** ${escaped(deprecated)}`,
    rows.length === 0
      ? ''
      : ['| Name | Type | Default | Description |', '| --- | --- | --- | --- |', ...rows].join(
          '\n',
        ),
    returns ? `**Returns:** ${escaped(returns.type)} ${escaped(returns.text)}` : '',
    raises.map((one) => `- \`${one.type}\` ${escaped(one.text)}`).join('\n'),
    source === undefined ? '' : `[Source](${source})`,
  ]
}

function fenced(code: string): string {
  return `\`\`\`\n${code}\n\`\`\``
}

function escaped(text: string): string {
  return text.replaceAll(/[\\`*_[\]<>|#~]/g, String.raw`\$&`)
}
