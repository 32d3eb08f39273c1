/** Small HTML documents with what Markdown has no words of its own for, as programs write it. */
export const ODD_DOCUMENTS: readonly string[] = [
  '<h1>Powers</h1><p>There are 10<sup>6</sup> of them, and 10<sup>−3</sup> more; E = mc<sup>2</sup>.</p><p>Water is H<sub>2</sub>O.</p>',
  '<h2>Words</h2><dl><dt>Ebb</dt><dd>Falling water.</dd><dt>Flood</dt><dd>Rising water.</dd><dd>Too much of it.</dd></dl><p>End.</p>',
  '<dl><dt><strong>Neap</strong> tide</dt><dd><p>A weak one.</p><p>It comes <em>twice</em> a month.</p><ul><li>first quarter</li><li>last quarter</li></ul></dd></dl>',
  '<p>Tides<a href="#fn1" class="footnote-ref" id="fnref1" role="doc-noteref"><sup>1</sup></a> differ.</p><section id="footnotes" class="footnotes footnotes-end-of-document" role="doc-endnotes"><hr /><ol><li id="fn1"><p>By the moon.<a href="#fnref1" class="footnote-back" role="doc-backlink">↩︎</a></p></li></ol></section>',
  '<p>One<sup id="fnref:a"><a href="#fn:a" class="footnote">1</a></sup>, two<sup id="fnref:b"><a href="#fn:b" class="footnote">2</a></sup>.</p><div class="footnotes"><ol><li id="fn:a"><p>First. <a href="#fnref:a" class="reversefootnote">↩</a></p></li><li id="fn:b"><p>Second:</p><pre><code>x = 1\n</code></pre><p><a href="#fnref:b" class="reversefootnote">↩</a></p></li></ol></div>',
  '<base href="https://harbour.test/a/"><p>See <a href="b.html">here</a>, <a href="../c">there</a> and <a href="https://d.test/">elsewhere</a>.</p><p><img src="e.png" alt="A boat"></p>',
  '<table><thead><tr><th>Port</th><th>Depth, m<sup>2</sup></th></tr></thead><tbody><tr><td>North</td><td>1.10</td></tr><tr><td>South</td><td>12345678901234567890</td></tr></tbody></table>',
  '<ol start="4"><li>four<ul><li>a</li><li>b<ol><li>deep</li></ol></li></ul></li><li><p>five</p><p>more</p></li></ol>',
  '<p>A <strong>bold<em>ly</em></strong> a<em>"quoted"</em>c, <del>old</del> and <code>a `tick`</code>.</p><blockquote><p>Said</p><blockquote><p>again</p></blockquote></blockquote>',
  '<pre><code class="language-yaml">title: The Harbour\ndate: 2024-01-01\n</code></pre><h1>The Harbour</h1><p>Text.</p>',
  '<p>1. not a list</p><p># no heading</p><p>* no item</p><p>: no definition</p><p>[^1]: no footnote</p><p>| no | table |</p>',
  '<ul><li><input type="checkbox" checked disabled> done</li><li><input type="checkbox" disabled> open, with 2<sup>nd</sup> part</li></ul><dl><dt>T</dt><dd><blockquote><p>q</p></blockquote></dd></dl>',
]
