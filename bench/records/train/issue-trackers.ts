import { makeIssue } from '../made/issue.ts'
import type { System } from '../made/system.ts'
import { TextMaker, type TextStyle } from '../made/text.ts'
import { markup, type Html } from '../markup.ts'

const COMMENT_TEXT: TextStyle = {
  code: (lines) => markup`<pre><code>${lines.join('\n')}</code></pre>`,
  heading: (text) => markup`<h4>${text}</h4>`,
  link: (href, text) => markup`<a rel="nofollow" href="${href}">${text}</a>`,
}

/** Bugzilla, as its show_bug.cgi writes it. */
export const bugzillaIssue: System = (making) => {
  const { draft } = making
  const { random } = draft
  const maker = new TextMaker(draft, making.code, COMMENT_TEXT)
  const issue = makeIssue(making, maker, false)
  const { title, author, moment } = issue
  const number = draft.fact('number', String(issue.number), {
    also: [`Bug ${issue.number}`],
    inTitle: true,
    label: 'Bug',
  })
  const state =
    issue.state === 'open'
      ? random.pick(['NEW', 'ASSIGNED', 'UNCONFIRMED'])
      : random.pick(['RESOLVED FIXED', 'RESOLVED WONTFIX', 'CLOSED NOTABUG'])
  draft.fact('state', state, { label: 'Status' })
  const assignee = issue.assignees[0]
  if (assignee !== undefined) draft.fact('assignees', assignee, { label: 'Assignee' })
  if (issue.milestone !== '')
    draft.fact('milestone', issue.milestone, { label: 'Target Milestone' })
  const keywords = draft.several('labels', issue.labels, { label: 'Keywords' })
  draft.fact('author', author, { label: 'Reporter', inFrameOf: author })
  for (const text of [
    'Product',
    'Component',
    'Hardware',
    'All Linux',
    'Importance',
    'P3 normal',
    'Depends on',
    'Reported',
    'Modified',
    'CC List',
    'Description',
    'Comment',
    'Attachments',
  ])
    draft.maybe(text)
  const vcard = (name: string): Html =>
    markup`<span class="vcard"><span class="fn">${name}</span></span>`
  const row = (id: string, name: string, inner: Html): Html => markup`<tr>
      <th class="field_label " id="field_label_${id}">
  <a title="Help" class="field_help_link" href="page.cgi?id=fields.html#${id}">${name}:</a>
  </th>
  <td class="field_value " id="field_container_${id}">${inner}</td>
    </tr>`
  const comments = issue.steps.flatMap((step) => (step.kind === 'comment' ? [step] : []))
  const stamp = (iso: string): string => draft.maybe(`${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`)
  const written = [{ author, moment, written: issue.written }, ...comments].map(
    (
      one,
      index,
    ) => markup`<div id="c${index}" class="bz_comment${index === 0 ? ' bz_first_comment' : ''}">
<div class="${index === 0 ? 'bz_first_comment_head' : 'bz_comment_head'}">
<span class="bz_comment_actions"><a class="bz_collapse_comment" href="#" onclick="return false" title="Toggle comment display">[-]</a></span>
${index === 0 ? markup`<a href="show_bug.cgi?id=${number}">Description</a>` : markup`<span class="bz_comment_number"><a href="show_bug.cgi?id=${number}#c${index}">Comment ${index}</a></span>`}
<span class="bz_comment_user"><span class="vcard bz_usr"><span class="fn">${one.author}</span></span></span>
<span class="bz_comment_user_images"></span>
<span class="bz_comment_time">
 ${stamp(one.moment.iso)}
</span>
</div>
<div class="bz_comment_text" id="comment_text_${index}">${one.written.html}</div>
</div>`,
  )
  return {
    url: `https://bugs.example.org/show_bug.cgi?id=${number}`,
    source: markup`<html lang="en">
<head><title>${number} &ndash; ${title}</title><meta http-equiv="Content-Type" content="text/html; charset=UTF-8"><link href="skins/standard/global.css" rel="stylesheet"></head>
<body onload="" class="bugs-example-org bz_bug bz_status_${state.split(' ')[0]} bz_product_Core bz_bug_${number} yui-skin-sam">
<div id="header"><div id="banner"></div><table border="0" cellspacing="0" cellpadding="0" id="titles"><tr><td id="title"><p>Bug List &ndash; Bug&nbsp;${number}</p></td><td id="subtitle"><p class="subheader">${title}</p></td><td id="information"><p class="header_addl_info">Last modified: ${stamp(moment.after(draft, 900).iso)}</p></td></tr></table>
<table id="lang_links_container" cellpadding="0" cellspacing="0" class="bz_default_hidden"><tr><td><ul class="links-bz"><li><a href="./">Home</a></li><li><span class="separator">| </span><a href="enter_bug.cgi">New</a></li><li><span class="separator">| </span><a href="query.cgi">Search</a></li><li class="form"><span class="separator">| </span><form action="buglist.cgi" method="get"><input class="txt" type="text" id="quicksearch_top" name="quicksearch" title="Quick Search"><input class="btn-bz" type="submit" value="Search" id="find_top"></form></li><li><span class="separator">| </span><a href="report.cgi">Reports</a></li><li id="new_account_container_top"><span class="separator">| </span><a href="createaccount.cgi">New&nbsp;Account</a></li></ul></td></tr></table></div>
<div id="bugzilla-body">
<form name="changeform" id="changeform" method="post" action="process_bug.cgi"><input type="hidden" name="id" value="${number}">
<div class="bz_alias_short_desc_container edit_form"><div class="navigation-bz"><i><font color="gray">First</font> <font color="gray">Last</font> <font color="gray">Prev</font> <font color="gray">Next</font></i> &nbsp; This bug is not in your last search results.</div><a href="show_bug.cgi?id=${number}"><b>Bug&nbsp;${number}</b></a> <span id="summary_container" class="bz_default_hidden_x"><span id="short_desc_nonedit_display">${title}</span></span></div>
<table class="edit_form"><tr>
<td id="bz_show_bug_column_1" class="bz_show_bug_column"><table>
${row('bug_status', 'Status', markup`<span id="static_bug_status">${state}</span>`)}
<tr><td colspan="2" class="bz_section_spacer"></td></tr>
${row('product', 'Product', markup`${draft.maybe('Core')}`)}
${row('component', 'Component', markup`${draft.maybe(random.pick(making.code.nouns))}`)}
${row('rep_platform', 'Hardware', markup`All Linux`)}
${row('importance', 'Importance', markup`P3 normal`)}
${issue.milestone !== '' && row('target_milestone', 'Target Milestone', markup`${issue.milestone}`)}
${row('assigned_to', 'Assignee', assignee === undefined ? markup`${vcard('Nobody')}` : vcard(assignee))}
${keywords.length > 0 && row('keywords', 'Keywords', markup`${keywords.join(', ')}`)}
<tr><th class="field_label">Depends on:</th><td><span id="dependson_input_area"></span></td></tr>
</table></td>
<td><div>&nbsp;</div></td>
<td id="bz_show_bug_column_2" class="bz_show_bug_column"><table>
${row('reported', 'Reported', markup`${stamp(moment.iso)} by ${vcard(author)}`)}
${row('modified', 'Modified', markup`${stamp(moment.after(draft, 900).iso)} (<a href="show_activity.cgi?id=${number}">History</a>)`)}
${row('cclist', 'CC List', markup`${random.int(1, 9)} users (<a href="#" id="cc_edit_area_showhide">show</a>)`)}
</table></td></tr></table>
<br><table id="attachment_table" cellspacing="0" cellpadding="4"><tr id="a0"><th colspan="2" class="left">Attachments</th></tr><tr class="bz_attach_footer"><td colspan="2"><a href="attachment.cgi?bugid=${number}&amp;action=enter">Add an attachment</a> (proposed patch, testcase, etc.)</td></tr></table>
<div id="add_comment" class="bz_section_additional_comments"><table><tr><td><fieldset><legend>Note</legend> You need to <a href="show_bug.cgi?id=${number}&amp;GoAheadAndLogIn=1">log in</a> before you can comment on or make changes to this bug. </fieldset></td></tr></table></div>
<table class="bz_comment_table" cellpadding="0" cellspacing="0"><tr><td>
${written}
</td><td class="bz_comment_options"><ul class="bz_collapse_expand_comments"><li><a href="#">Collapse All Comments</a></li><li><a href="#">Expand All Comments</a></li></ul></td></tr></table>
</form></div>
<div id="footer-bz"><div class="intro"></div><ul id="useful-links"><li id="links-actions"><ul class="links-bz"><li><a href="page.cgi?id=release-notes.html">Release Notes</a></li></ul></li></ul><div class="outro"></div></div>
</body></html>`,
  }
}

const WIKI: TextStyle = {
  code: (lines) => markup`<pre class="wiki">${lines.join('\n')}
</pre>`,
  heading: (text) =>
    markup`<h3 class="section" id="Sec">${text}<a class="anchor-trac" href="#Sec" title="Link to this section"> ¶</a></h3>`,
  link: (href, text) =>
    markup`<a class="ext-link" href="${href}"><span class="icon">​</span>${text}</a>`,
}

/** Trac, whose ticket has a box of properties. */
export const tracIssue: System = (making) => {
  const { draft } = making
  const { random } = draft
  const maker = new TextMaker(draft, making.code, WIKI)
  const issue = makeIssue(making, maker, false)
  const { title, author, moment } = issue
  const number = draft.fact('number', `#${issue.number}`, { inTitle: true })
  const state = issue.state === 'open' ? random.pick(['new', 'assigned', 'reopened']) : 'closed'
  const resolution = issue.state === 'open' ? '' : random.pick(['fixed', 'wontfix', 'worksforme'])
  draft.fact('state', state, {
    also: resolution === '' ? [] : [`closed: ${resolution}`, `closed (${resolution})`],
    label: 'Status',
  })
  if (resolution !== '') draft.maybe(resolution)
  for (const text of [
    'Priority',
    'major',
    'Component',
    'Version',
    'Cc',
    'Owned by',
    'Opened',
    'Last modified',
    'Description',
    'Change History',
  ])
    draft.maybe(text)
  const type = draft.maybe(random.pick(['defect', 'enhancement', 'task']))
  draft.fact('author', author, { label: 'Reported by', inFrameOf: author })
  const owner = issue.assignees[0]
  if (owner !== undefined) draft.fact('assignees', owner, { label: 'Owned by' })
  if (issue.milestone !== '') draft.fact('milestone', issue.milestone, { label: 'Milestone' })
  const keywords = draft.several('labels', issue.labels, { label: 'Keywords' })
  const time = (at: typeof moment): Html =>
    markup`<a class="timeline-trac" href="/timeline?from=${at.iso}&amp;precision=second" title="See timeline at ${at.short()} ${at.clock}">${at.shown(draft, at.ago.replace(' ago', ''))}</a>`
  const cell = (
    name: string,
    id: string,
    inner: Html | string,
  ): Html => markup`<th id="h_${id}"${inner === '' && markup` class="missing"`}>${name}:</th>
<td${id === 'reporter' ? '' : markup` headers="h_${id}"`}${id === 'reporter' && markup` headers="h_reporter" class="searchable-trac"`}>${inner}</td>`
  const person = (name: string): Html =>
    markup`<a class="trac-author" href="/query?owner=x">${name}</a>`
  const changes = issue.steps.map((step, index) => {
    const head = (
      verb: string,
    ): Html => markup`<h3 class="change" id="comment-h${index}"><span class="threading"><span id="follow-ups${index}" class="cnum"><a href="#comment:${index + 1}">comment:${index + 1}</a></span></span>
<span class="trac-by-x">${verb} by <span class="trac-author">${step.author}</span>, ${time(step.moment)} ago</span></h3>
<div class="trac-ticket-buttons"><div class="inlinebuttons"><input type="hidden" name="replyto" value="${index}"><input type="submit" value="Reply" title="Reply to comment ${index}"></div></div>`
    if (step.kind === 'comment') {
      return markup`<div class="change trac-change" id="trac-change-${index + 1}">${head('Changed')}
<div class="comment-trac searchable-trac">
${step.written.html}
</div></div>`
    }
    const li = (field: string, inner: Html): Html =>
      markup`<li class="trac-field-${field}"><strong class="trac-field-name">${field.charAt(0).toUpperCase()}${field.slice(1)}:</strong> ${inner}</li>`
    const [before, after] = {
      labeled: () => [
        'keywords',
        markup`${draft.event('Keywords:', `${random.pick(making.code.labels)} added`)}`,
      ],
      assigned: () => ['owner', markup`${draft.event('Owner:', 'set to')} <em>${step.author}</em>`],
      milestoned: () => [
        'milestone',
        markup`${draft.event('Milestone:', 'changed from')} <em>${draft.maybe('undecided')}</em> to <em>${draft.maybe(issue.milestone || 'later')}</em>`,
      ],
      mentioned: () => ['cc', markup`<em>${draft.event('Cc:', `${step.author} added`)}</em>`],
      renamed: () => [
        'summary',
        markup`${draft.event('Summary:', 'modified')} (<a href="/diff">diff</a>)`,
      ],
      closed: () => ['resolution', markup`→ <em>${draft.event('Resolution:', resolution)}</em>`],
    }[step.kind]() as [string, Html]
    return markup`<div class="change trac-change" id="trac-change-${index + 1}">${head('Changed')}
<ul class="changes-trac">${li(before, after)}${step.kind === 'closed' && li('status', markup`<em>${draft.maybe('accepted')}</em> → <em>closed</em>`)}</ul></div>`
  })
  const noKeywords =
    keywords.length === 0
      ? ''
      : markup`${keywords.map((name) => markup`<a href="/query?keywords=x">${name}</a> `)}`
  return {
    url: `https://trac.example.com/ticket/${issue.number}`,
    source: markup`<html lang="en-US">
<head><title>
          ${number}
     (${title})
     – Orchard Toolkit
    </title><meta http-equiv="X-UA-Compatible" content="IE=edge"></head>
<body>
<div id="banner-trac"><div id="header-trac"><a id="logo" href="/">Orchard Toolkit</a></div>
<form id="search-trac" action="/search" method="get"><div><label for="proj-search">Search:</label><input type="text" id="proj-search" name="q" size="18" value=""><input type="submit" value="Search"></div></form>
<div id="metanav" class="nav-trac"><ul><li class="first-trac"><a href="/login">Login</a></li><li><a href="/prefs">Preferences</a></li><li class="last-trac"><a href="/about">About Trac</a></li></ul></div></div>
<div id="mainnav" class="nav-trac" role="navigation"><ul><li class="first-trac"><a href="/wiki">Wiki</a></li><li><a href="/timeline">Timeline</a></li><li><a href="/roadmap">Roadmap</a></li><li><a href="/browser">Browse Source</a></li><li class="active-trac"><a href="/report">View Tickets</a></li></ul></div>
<div id="main-trac"><div id="ctxtnav" class="nav-trac"><h2>Context Navigation</h2><ul><li class="first-trac"><span class="missing">← Previous Ticket</span></li><li class="last-trac"><a class="next-trac" href="/ticket/${issue.number + 1}" title="Ticket #${issue.number + 1}">Next Ticket</a> →</li></ul><hr></div>
<div id="content-trac" class="ticket">
<div id="ticket" class="trac-content ">
<div class="date-trac"><p>Opened ${time(moment)} ago</p><p>Last modified ${time(moment.after(draft, 500))} ago</p></div>
<h1 id="trac-ticket-title" class="searchable-trac"><a href="/ticket/${issue.number}" class="trac-id">${number}</a> <span class="trac-status"><a href="/query?status=${state}">${state}</a></span> <span class="trac-type"><a href="/query?type=x">${type}</a></span>${resolution !== '' && markup` <span class="trac-resolution">(<a href="/query?resolution=x">${resolution}</a>)</span>`}</h1>
<h1 class="summary searchable-trac"><span class="summary">${title}</span></h1>
<table class="properties">
<tr>${cell('Reported by', 'reporter', person(author))}${cell('Owned by', 'owner', owner === undefined ? '' : person(owner))}</tr>
<tr>${cell('Priority', 'priority', markup`<a href="/query?priority=major">major</a>`)}${cell('Milestone', 'milestone', issue.milestone === '' ? '' : markup`<a class="milestone-trac" href="/milestone/x" title="No date set">${issue.milestone}</a>`)}</tr>
<tr>${cell('Component', 'component', markup`<a href="/query?component=x">${draft.maybe(random.pick(making.code.nouns))}</a>`)}${cell('Version', 'version', '')}</tr>
<tr>${cell('Keywords', 'keywords', noKeywords)}${cell('Cc', 'cc', '')}</tr>
</table>
<div class="description">
<h2 id="comment:description"><a href="#comment:description">Description</a></h2>
<div class="searchable-trac">
${issue.written.html}
</div><br style="clear: both"></div></div>
<div id="changelog-trac"><h2 class="foldable-trac">Change History (${issue.steps.length})</h2>
${changes}
</div>
<div class="trac-nav"><a href="#content-trac">↑ Back to top</a></div>
<div id="help"><strong>Note:</strong> See <a href="/wiki/TracTickets">TracTickets</a> for help on using tickets. </div>
</div></div>
<div id="altlinks"><h3>Download in other formats:</h3><ul><li class="first-trac"><a rel="nofollow" href="?format=csv" class="csv">Comma-delimited Text</a></li><li class="last-trac"><a rel="nofollow" href="?format=tab">Tab-delimited Text</a></li></ul></div>
<div id="footer-trac"><hr><p class="left-trac">Powered by <a href="/about"><strong>Trac 1.4</strong></a></p><p class="right-trac">Visit the Orchard project at <a href="https://orchard.example.com/">orchard.example.com</a></p></div>
</body></html>`,
  }
}
