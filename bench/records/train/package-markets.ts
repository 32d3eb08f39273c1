import { makePackage } from '../made/package.ts'
import type { System } from '../made/system.ts'
import { TextMaker, type TextStyle } from '../made/text.ts'
import { markup, type Html } from '../markup.ts'
import { chooseInterface } from './interface.ts'

const README: TextStyle = {
  code: (lines) => markup`<pre><code>${lines.join('\n')}\n</code></pre>`,
  heading: (text, level) => markup`<h${level}>${text}</h${level}>`,
  link: (href, text) => markup`<a href="${href}" rel="nofollow">${text}</a>`,
}

/** A market of extensions: a command to paste, and a table of more facts. */
export const marketPackage: System = (making) => {
  const { draft } = making
  const made = makePackage(making, ' ')
  const { name, moment } = made
  const about = draft.say(made.about)
  const id = `acme.${name.replaceAll(' ', '-')}`
  const command = draft.install(`ext install ${id}`)
  const version = draft.fact('version', made.version, { label: 'Version' })
  const downloads = draft.fact('downloads', made.downloads, { units: ['installs'] })
  const repository = draft.address('repository', made.repository, { label: 'Repository' })
  const homepage = draft.address('homepage', made.homepage, { label: 'Homepage' })
  draft.fact('published', moment.shown(draft, moment.short()), {
    also: moment.ways,
    label: 'Released on',
  })
  const license = draft.fact('license', made.license)
  const tags = draft.several('tags', made.keywords)
  const author = draft.fact('author', made.people[0]!, { label: 'Publisher' })
  for (const text of [
    'Installation',
    'Launch Quick Open, paste the following command, and press enter.',
    'Copy',
    'Categories',
    'Other',
    'Resources',
    'Project Details',
    'More Info',
    'Unique Identifier',
    'installs',
    'Free',
    'License',
    'Overview',
    id,
  ])
    draft.maybe(text)
  const readme = new TextMaker(draft, making.code, README).readme()
  const row = (label: string, value: Html | string): Html =>
    markup`<tr><td id="${label.replaceAll(' ', '')}-vm">${label}</td><td aria-labelledby="${label.replaceAll(' ', '')}-vm">${value}</td></tr>`
  return {
    url: `https://market.example.com/items?itemName=${id}`,
    source: markup`<html lang="en"><head><title>${name} - Code Market</title></head><body><div class="uxservices-vm"><header class="upper-vm"><a href="/">Code Market</a><a href="/signin">Sign in</a></header></div>
<div class="gallery-vm"><div class="item-header-vm"><table role="presentation"><tbody><tr><td class="item-img-vm"><img alt="" src="/i.png"></td><td><div class="item-content-vm"><h1><span class="ux-item-name">${name}</span></h1><div class="ux-subtitle"><h2 class="publisher-vm"><a class="ux-item-publisher-link" href="/publishers/acme">${author}</a></h2><span class="divider-vm"> | </span><span class="installs-text" title="x">${downloads} installs</span><span class="divider-vm"> | </span><span class="ux-price">Free</span></div><div class="ux-item-shortdesc">${about}</div>
<div class="ux-section-install"><div class="installHelpInfo"><h2>Installation</h2><div class="ux-command-text">Launch Quick Open, paste the following command, and press enter.</div></div><div class="ux-command-container"><input type="text" class="vsc-command" readonly="" value="${command}"><button type="button" class="copy-vm">Copy</button></div></div></div></td></tr></tbody></table></div>
<div class="details-vm"><div class="pivot-vm"><ul role="tablist"><li role="tab">Overview</li></ul></div><div class="ux-itemdetails-left"><div class="itemdetails-vm"><div class="markdown-vm">${readme.html}</div></div></div>
<div class="ux-itemdetails-right"><div class="ux-section-meta-data"><h3>Categories</h3><div class="meta-data-list"><a class="meta-data-list-link" href="/search">Other</a></div></div><div class="ux-section-meta-data"><h3>Tags</h3><div class="meta-data-list">${tags.map((tag) => markup`<a class="meta-data-list-link" href="/search?term=tag">${tag}</a>`)}</div></div>
<div class="ux-section-resources"><h3>Resources</h3><ul><li><a href="${repository}">Repository</a></li><li><a href="${homepage}">Homepage</a></li><li><a href="/license">License</a></li></ul></div>
<div class="ux-section-other"><h3>More Info</h3><table class="ux-table-metadata"><tbody>${row('Version', version)}${row('Released on', moment.short())}${row('Publisher', author)}${row('License', license)}${row('Unique Identifier', id)}</tbody></table></div></div></div></div></body></html>`,
  }
}

/** A distribution of scientific packages: labels that are icons and headings beside values. */
export const condaPackage: System = (making) => {
  const { draft } = making
  const { random } = draft
  const made = makePackage(making)
  const { name, moment } = made
  const words = chooseInterface(random)
  const about = draft.say(made.about)
  const commands = [draft.install(`conda install barn::${name}`), draft.install(`pixi add ${name}`)]
  const version = draft.fact('version', made.version, { inTitle: true })
  const license = draft.fact('license', made.license, { label: words.license })
  const downloads = draft.fact('downloads', made.downloads, { label: words.downloads })
  const repository = draft.address('repository', made.repository, { label: words.source })
  draft.fact('published', moment.shown(draft, moment.long(words.language)), {
    also: [...moment.ways, moment.long(words.language)],
    label: words.released,
  })
  for (const text of ['barn /', 'Info:', words.description]) draft.maybe(text)
  const text = new TextMaker(draft, making.code, README).post()
  const item = (label: string, value: Html): Html =>
    markup`<div class="stat-cn"><p class="k-cn">${label}</p><p class="v-cn">${value}</p></div>`
  return {
    url: `https://conda.example.org/barn/${name}`,
    source: markup`<html lang="${words.language}"><head><title>${name} :: Conda Barn</title><script type="application/ld+json">{"@context":"https://schema.org","@type":"SoftwareSourceCode","name":"${name}"}</script></head><body><div class="top-cn"><a href="/">Barn</a></div><div class="row-cn package-cn"><h1><span class="long-breadcrumb-cn"><a href="/barn">barn</a> / <span class="subject-cn">${name}</span> <small class="ver-cn">${version}</small></span></h1><p class="lead-cn">${about}</p>
<div class="infos-cn">${item(words.license, markup`${license}`)}${item(words.downloads, markup`${downloads}`)}${item(words.source, markup`<a href="${repository}">${repository}</a>`)}${item(words.released, markup`<time datetime="${moment.iso}">${moment.long(words.language)}</time>`)}</div>
<div class="installers-cn">${commands.map((command) => markup`<div class="cmd-cn"><code>${command}</code></div>`)}</div><div class="text-cn">${text.html}</div></div><footer class="foot-cn">© Barn</footer></body></html>`,
  }
}
