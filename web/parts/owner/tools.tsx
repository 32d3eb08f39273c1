import { useState } from 'preact/hooks'
import { Form } from '../../kit/forms.tsx'
import { Frame, type Tab } from '../../kit/frame.tsx'
import { call } from '../../lib/api.ts'
import { Empty, Failed, Loading } from '../../ui/states.tsx'
import { useLoaded } from '../../ui/use-loaded.ts'
import { t } from '../../words/frame.ts'
import { w } from '../../words/team.ts'
import { AnswerView } from './answer.tsx'
import { ArgumentFields, readArguments } from './schema-form.tsx'
import type { Tool, Tried, WholeTool } from './types.ts'

/** The page `#owner/tools`: everything that agents may call, to be tried. */
export function ToolsPage({ tabs, chosen }: { tabs: readonly Tab[]; chosen: string | undefined }) {
  const { value, failure, reload } = useLoaded(
    async (signal) => call<{ tools: readonly Tool[] }>('GET', '/owner/tools', {}, signal),
    [],
  )
  return (
    <Frame
      title={t.navigation.tools}
      isNamedAbove
      intro={w.owner.toolsIntro}
      tabs={tabs}
      tabsLabel={w.owner.tabs}
    >
      {!value && failure === undefined && <Loading />}
      {failure !== undefined && <Failed reason={failure} retry={reload} />}
      {value && (
        <div class="bench">
          <ToolList tools={value.tools} chosen={chosen} />
          {chosen === undefined ? (
            <Empty icon="tool" title={w.owner.choose}>
              <p>{w.owner.chooseText}</p>
            </Empty>
          ) : (
            <Bench key={chosen} name={chosen} />
          )}
        </div>
      )}
    </Frame>
  )
}

function ToolList({ tools, chosen }: { tools: readonly Tool[]; chosen: string | undefined }) {
  const [typed, setTyped] = useState('')
  const words = typed.toLowerCase().split(/\s+/)
  const fits = ({ name, title, description }: Tool) =>
    words.every((word) => `${name} ${title} ${description}`.toLowerCase().includes(word))
  const found = Object.entries(Object.groupBy(tools.filter(fits), ({ toolset }) => toolset))
  return (
    <nav class="bench-list" aria-label={w.owner.tools}>
      <input
        class="input"
        type="search"
        aria-label={w.search}
        placeholder={w.search}
        value={typed}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      {found.length === 0 && <p class="dim">{w.owner.toolNone}</p>}
      {found.length > 0 && (
        <ul class="list">
          {found.map(([toolset, some = []]) => (
            <li key={toolset}>
              <b>{toolset}</b>
              <ul class="list">
                {some.map(({ name }) => (
                  <li key={name}>
                    <a
                      href={`#owner/tools/${name}`}
                      aria-current={name === chosen ? 'page' : undefined}
                    >
                      {name}
                    </a>
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ul>
      )}
    </nav>
  )
}

function Bench({ name }: { name: string }) {
  const { value, failure, reload } = useLoaded(
    async (signal) => call<{ tool: WholeTool }>('GET', `/owner/tools/${name}`, {}, signal),
    [name],
  )
  if (failure !== undefined) return <Failed reason={failure} retry={reload} />
  return value ? <ToolForm tool={value.tool} /> : <Loading />
}

function ToolForm({ tool }: { tool: WholeTool }) {
  const [tried, setTried] = useState<Tried>()
  const run = async (form: FormData) => {
    const given = readArguments(tool.input_schema, form)
    setTried(await call<Tried>('POST', `/owner/tools/${tool.name}`, { arguments: given }))
  }
  return (
    <div class="stack">
      <div>
        <h3>{tool.title}</h3>
        <p class="dim">{tool.description}</p>
      </div>
      <div class="row">
        {!tool.read_only && <span class="badge warn">{w.owner.changes}</span>}
        {tool.destructive && <span class="badge bad">{w.owner.destroys}</span>}
        <span class="badge">{tool.price === null ? w.owner.free : `$${tool.price}`}</span>
      </div>
      {tool.may_try ? (
        <Form label={w.owner.run} busyLabel={w.owner.running} submit={run}>
          <ArgumentFields schema={tool.input_schema} />
        </Form>
      ) : (
        <p class="note">{w.owner.kept}</p>
      )}
      {tried && <AnswerView tried={tried} />}
      <details>
        <summary>{w.owner.schema}</summary>
        <div class="answer">
          <pre tabIndex={0}>{JSON.stringify(tool.input_schema, undefined, 2)}</pre>
        </div>
      </details>
    </div>
  )
}
