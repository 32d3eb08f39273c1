import { makePackage } from '../made/package.ts'
import type { System } from '../made/system.ts'
import { TextMaker, type TextStyle } from '../made/text.ts'
import { markup, type Html } from '../markup.ts'
import { chooseInterface } from './interface.ts'

const PLAIN: TextStyle = {
  code: (lines) => markup`<pre>${lines.join('\n')}</pre>`,
  heading: (text, level) => markup`<h${level}>${text}</h${level}>`,
  link: (href, text) => markup`<a href="${href}">${text}</a>`,
}

/** The user repository of a distribution, in the language of its reader. */
export const aurPackage: System = (making) => {
  const { draft } = making
  const made = makePackage(making)
  const { name, moment } = made
  const words = chooseInterface(draft.random)
  const version = draft.fact('version', `${made.version}-1`, { inTitle: true })
  const about = draft.say(made.about)
  const license = draft.fact('license', made.license, { label: words.license })
  const homepage = draft.address('homepage', made.homepage, { label: words.homepage })
  const keywords = draft.several('tags', made.keywords, { label: words.keywords })
  draft.maybe(words.maintainer)
  draft.maybe(words.description)
  const author = draft.maybe(made.people[0]!)
  draft.fact('published', moment.shown(draft, `${moment.day} ${moment.clock} (UTC)`), {
    also: moment.ways,
    label: words.released,
  })
  for (const text of ['Git', name, 'Popularity', '0.41']) draft.maybe(text)
  const clone = draft.maybe(`https://aur.example.org/${name}.git`)
  const row = (label: string, value: Html): Html =>
    markup`<tr>\n<th>${label}: </th>\n<td>${value}</td>\n</tr>\n`
  const notes = new TextMaker(draft, making.code, PLAIN).short()
  return {
    url: `https://aur.example.org/packages/${name}`,
    source: markup`<html lang="${words.language}"><head><title>AUR (${words.language}) - ${name}</title></head><body>
<div id="archnavbar" class="anb-aur"><ul id="archnavbarlist"><li id="anb-home"><a href="/">Home</a></li><li id="anb-wiki"><a href="/wiki">Wiki</a></li></ul></div>
<div id="content-au"><div id="pkgdetails" class="box-au"><h2>${name} ${version}</h2>
<div id="detailslinks" class="listing-au"><div id="actionlist"><ul class="small-au"><li><a href="/cgit">PKGBUILD</a></li><li><a href="/log">Log</a></li></ul></div></div>
<table id="pkginfo">${row('Git', markup`<a class="copy-au" href="${clone}">${clone}</a>`)}${row(words.description, markup`<span class="wrap-au">${about}</span>`)}${row(words.homepage, markup`<a href="${homepage}">${homepage}</a>`)}${row(words.keywords, markup`${keywords.map((one) => markup`<a class="keyword-au" href="/packages?K=x">${one}</a>\n`)}`)}${row(words.license, markup`${license}`)}${row(words.maintainer, markup`<a href="/account/u">${author}</a>`)}${row('Popularity', markup`0.41`)}${row(words.released, markup`${moment.day} ${moment.clock} (UTC)`)}</table></div>
<div class="package-note-au">${notes.html}</div></div><div id="footer-au"><p>aurweb v6.2</p></div></body></html>`,
  }
}

/** A shop of free applications, in the language of its reader. */
export const droidPackage: System = (making) => {
  const { draft } = making
  const { random } = draft
  const made = makePackage(making, ' ')
  const { name, moment } = made
  const words = chooseInterface(random)
  const version = draft.fact('version', made.version, { inTitle: true })
  const about = draft.say(made.about)
  const license = draft.fact('license', made.license, { label: words.license })
  const homepage = draft.address('homepage', made.homepage, { label: 'Website' })
  const repository = draft.address('repository', made.repository, { label: words.source })
  const author = draft.fact('author', made.people[0]!, { label: words.author })
  draft.fact('published', moment.shown(draft, moment.day), {
    also: moment.ways,
    label: words.released,
  })
  const text = new TextMaker(draft, making.code, PLAIN).post()
  for (const label of ['Website', 'Android 6.0+', 'APK', 'PGP', `APK PGP`]) draft.maybe(label)
  const size = draft.maybe(`${random.int(2, 80)} MiB`)
  return {
    url: `https://droid.example.org/${words.language}/packages/org.example.x/`,
    source: markup`<html lang="${words.language}"><head><title>${name} | Droid Yard</title>
<script type="application/ld+json">{"@context":"https://schema.org","@type":"SoftwareApplication","name":"${name}","operatingSystem":"ANDROID"}</script></head><body>
<header class="site-header-dr"><div class="wrapper-dr"><a class="site-title-dr" href="/">Droid Yard</a></div></header>
<div class="page-content-dr"><article class="package-dr"><header class="package-header-dr"><img class="package-icon-dr" alt="" src="/i.png"><h3 class="package-name-dr">${name}</h3><div class="package-summary-dr">${about}</div></header>
<div class="package-description-dr">${text.html}</div>
<ul class="package-links"><li class="package-link">${words.author}: <span>${author}</span></li><li class="package-link" id="license-dr">${words.license}: <a href="https://spdx.example.org/x" target="_blank">${license}</a></li><li class="package-link"><a href="${homepage}">Website</a></li><li class="package-link"><a href="${repository}">${words.source}</a></li></ul>
<div class="package-versions-dr"><ul class="package-versions-list"><li class="package-version-dr" id="latest-dr"><div class="package-version-header"><a name="${version}"></a><b>Version ${version}</b></div><div class="package-version-added">${words.released}: <time datetime="${moment.iso}">${moment.day}</time></div><p class="package-version-requirement">Android 6.0+</p><p class="package-version-download"><b><a href="/repo/x.apk">APK</a></b> ${size} <a href="/repo/x.asc">PGP</a></p></li></ul></div></article></div>
<footer class="site-footer-dr"><p>© Droid Yard</p></footer></body></html>`,
  }
}
